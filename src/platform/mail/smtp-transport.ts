import { createTransport } from 'nodemailer';
import type { MailTransport, OutgoingMail } from './mail-transport.ts';

export interface SmtpOptions {
  /** `smtp://user:password@host:587` or `smtps://...`; further settings as query, such as `?requireTLS=true`. */
  readonly url: string;
  readonly connections?: number;
  /** How long the server may stay silent. */
  readonly silenceMs?: number;
}

/** Sends over SMTP, with a few connections kept open. Nothing is tried again in here: that is the outbox's business. */
export function smtpTransport({ url, connections = 5, silenceMs = 30_000 }: SmtpOptions): MailTransport {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    maxMessages: 100,
    maxRequeues: 0,
    idleTimeout: 30_000,
    connectionTimeout: Math.min(silenceMs, 15_000),
    greetingTimeout: Math.min(silenceMs, 15_000),
    dnsTimeout: Math.min(silenceMs, 10_000),
    socketTimeout: silenceMs,
    // The content is ours and complete: nothing in it may make this process read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      // Rendering counts too: the outbox's lease covers both.
      const signal = AbortSignal.timeout(mail.timeoutMs);
      await transport.sendMail({ ...(await message(mail)), signal });
    },
    close: () => transport.close({ force: true }),
  };
}

async function message({ sender, recipient, subject, html, text, messageId, attachments }: OutgoingMail) {
  return {
    // Addresses as objects are never parsed as lists; the envelope says again who gets it: one.
    from: { name: sender.name, address: sender.email },
    to: { name: '', address: recipient },
    replyTo: sender.replyTo === sender.email ? undefined : { name: sender.name, address: sender.replyTo },
    envelope: { from: sender.email, to: [recipient] },
    subject,
    html,
    text,
    messageId,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    attachments: (await attachments()).map(({ filename, contentType, content }) => ({
      filename,
      contentType,
      content,
    })),
  };
}
