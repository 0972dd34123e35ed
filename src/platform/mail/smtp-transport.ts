import { createTransport } from 'nodemailer';
import { type MailTransport, type OutgoingMail, ServerTrouble } from './mail-transport.ts';

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
      const content = await message(mail);
      await transport.sendMail({ ...content, signal }).catch((error: Error & { code?: string }) => {
        if (OF_THE_MAIL.has(error.code ?? '')) throw error;
        throw new ServerTrouble(error.message, { cause: error });
      });
    },
    isAway: () =>
      transport.verify().then(
        () => false,
        () => true,
      ),
    close: () => transport.close({ force: true }),
  };
}

/** The server has looked at this one and said no: to its envelope, its content, or its size. */
const OF_THE_MAIL = new Set(['EENVELOPE', 'EMESSAGE', 'ESTREAM', 'EMAXRECIPIENTS']);

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
