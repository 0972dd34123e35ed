import { isLoopbackName } from '#platform/http/loopback.ts';

export interface SmtpAddress {
  readonly url: string;
  /** Warnings for the operator at the start. */
  readonly notes: readonly string[];
}

/**
 * Mails carry tickets and links that pay or log in, so in production they leave this machine encrypted or not at all: otherwise an
 * `smtp://` server, or somebody in between, could leave out STARTTLS unnoticed. `?requireTLS=false` allows plain mail.
 */
export function withTls(url: string): SmtpAddress {
  const { protocol, host, searchParams } = new URL(url);
  if (protocol === 'smtps:' || isLoopbackName(host)) return { url, notes: [] };
  const requireTLS = searchParams.get('requireTLS');
  const isPlainAllowed = (requireTLS !== null && !isOn(requireTLS)) || isOn(searchParams.get('ignoreTLS') ?? 'false');
  if (isPlainAllowed) {
    return { url, notes: [`WARNING: emails to ${host} may be sent unencrypted, because SMTP_URL allows it.`] };
  }
  if (requireTLS !== null) return { url, notes: [] };
  return { url: `${url}${url.includes('?') ? '&' : '?'}requireTLS=true`, notes: [] };
}

/** As the mailer reads an option: 0 and nothing are off like "false". */
const isOn = (option: string): boolean => option !== 'false' && Number(option) !== 0;
