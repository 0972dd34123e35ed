import { createTransport } from 'nodemailer';
import { type MailTransport, type OutgoingMail, ServerTrouble } from './mail-transport.ts';

export interface SmtpOptions {
  /** `smtp://user:password@host:587` or `smtps://...`, with options such as `?requireTLS=true`. */
  readonly url: string;
  readonly connections?: number;
  /** How long the server may be silent before the attempt fails, in milliseconds. */
  readonly silenceMs?: number;
}

/** Sends over SMTP, with a few connections kept open. It never retries; the outbox does. */
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
    // The content is complete, so nothing in it may make this process read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      // The timeout includes rendering, because the outbox's lease covers both.
      const signal = AbortSignal.timeout(mail.timeoutMs);
      const content = await message(mail);
      await transport.sendMail({ ...content, signal }).catch((error: Error & { code?: string }) => {
        if (MAIL_REFUSED.has(error.code ?? '')) throw error;
        throw new ServerTrouble(error.message, { cause: error });
      });
    },
    isUnreachable: () =>
      transport.verify().then(
        () => false,
        () => true,
      ),
    close: () => transport.close({ force: true }),
  };
}

/** Errors for which the server refused this mail's envelope, content or size. */
const MAIL_REFUSED = new Set(['EENVELOPE', 'EMESSAGE', 'ESTREAM', 'EMAXRECIPIENTS']);

async function message({ sender, recipient, subject, html, text, messageId, attachments }: OutgoingMail) {
  return {
    // Addresses given as objects are never parsed as lists, and the envelope names the only recipient.
    from: { name: sender.name, address: sender.email },
    to: { name: '', address: recipient },
    replyTo: sender.replyTo === sender.email ? undefined : { name: sender.name, address: sender.replyTo },
    envelope: { from: sender.email, to: [recipient] },
    subject,
    html,
    text,
    messageId,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    attachments: (await attachments()).map(({ filename, contentType, content, cid }) => ({
      ...{ filename, contentType, content },
      ...(cid === undefined ? {} : { cid, contentDisposition: 'inline' as const }),
    })),
  };
}
