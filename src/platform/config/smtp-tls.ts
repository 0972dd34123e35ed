import { isLoopbackName } from '#platform/http/loopback.ts';

export interface SmtpAddress {
  readonly url: string;
  readonly notes: readonly string[];
}

/**
 * Requires TLS unless the mail server is on this machine, because mails contain tickets and links that pay or log in.
 * Otherwise an `smtp://` server, or an attacker in between, could omit STARTTLS unnoticed. `?requireTLS=false` allows
 * unencrypted mail.
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

/** Reads a switch as the mailer does: 0 and an empty value mean "false". */
const isOn = (option: string): boolean => option !== 'false' && Number(option) !== 0;
