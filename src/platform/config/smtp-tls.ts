import { isLoopbackName } from '#platform/http/loopback.ts';

export interface SmtpAddress {
  readonly url: string;
  /** What the operator should hear at the start. */
  readonly notes: readonly string[];
}

/**
 * Mails carry tickets and links that pay or log in, so in production they leave this machine encrypted or not at all: without this an
 * `smtp://` server, or somebody on the way to it, could leave STARTTLS out unnoticed. `?requireTLS=false` allows plain mail.
 */
export function withTls(url: string): SmtpAddress {
  const { protocol, host, searchParams } = new URL(url);
  if (protocol === 'smtps:' || isLoopbackName(host)) return { url, notes: [] };
  const isPlainAllowed = searchParams.get('requireTLS') === 'false' || searchParams.get('ignoreTLS') === 'true';
  if (isPlainAllowed) {
    return { url, notes: [`WARNING: mails may leave unencrypted to ${host}, because SMTP_URL allows it.`] };
  }
  if (searchParams.has('requireTLS')) return { url, notes: [] };
  return { url: `${url}${url.includes('?') ? '&' : '?'}requireTLS=true`, notes: [] };
}
