import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Db } from '#platform/db/db.ts';
import type { Sealer } from '#platform/secrets/sealer.ts';
import { linksIn } from './html-to-text.ts';
import type { MailLooks } from './mail-look.ts';
import type { RenderedAttachment } from './mail-transport.ts';
import { frameHeaders, mailboxList, mailboxMail, pageHeaders } from './mailbox-page.ts';
import { readBody } from './outbox.ts';
import { type AttachmentRequest, findMail, type ListedMail, listMails } from './outbox-store.ts';

export interface MailboxParts {
  readonly db: Db;
  readonly sealer: Sealer;
  readonly looks: () => Promise<MailLooks>;
  readonly renderAttachment: (request: AttachmentRequest) => Promise<RenderedAttachment | null>;
}

/** An entry of `GET /dev/mailbox.json`, newest first. `?to=` filters by recipient; `?limit=` is at most 200. */
export interface MailboxEntry {
  id: number;
  recipient: string;
  subject: string;
  kind: string;
  status: 'waiting' | 'sent' | 'failed';
  message_id: string;
  text: string;
  html: string;
  links: string[];
  attachments: { kind: string; code: string; cid?: string; url: string }[];
  created_at: string;
}

const MAX_MAILS = 200;

/** Adds pages that show every mail, even passwords. Only for development and tests, never in production. */
export function addMailbox(app: FastifyInstance, { db, sealer, looks, renderAttachment }: MailboxParts): void {
  const read = (mail: ListedMail, look: MailLooks) => {
    try {
      return readBody(mail, sealer, look);
    } catch {
      // The body was wiped or sealed under another key. The mailbox still lists the mail.
      return { html: '', text: '' };
    }
  };

  app.get('/dev/mailbox.json', async (request, reply) => {
    const { to, limit } = request.query as { to?: string; limit?: string };
    const mails = await listMails(db, Math.min(Number(limit) || MAX_MAILS, MAX_MAILS), to ?? null);
    const look = await looks();
    const entries: MailboxEntry[] = mails.map((mail) => {
      const { html, text } = read(mail, look);
      return {
        id: mail.id,
        recipient: mail.recipient,
        subject: mail.subject,
        kind: mail.kind,
        status: mail.status,
        message_id: mail.messageId,
        text,
        html,
        links: linksIn(html),
        attachments: mail.attachments.map((one, index) => ({
          ...one,
          url: `/dev/mailbox/${mail.id}/attachments/${index}`,
        })),
        created_at: mail.createdAt.toISOString(),
      };
    });
    return reply.header('cache-control', 'no-store').send(entries);
  });

  app.get('/dev/mailbox', async (_request, reply) => sendPage(reply, mailboxList(await listMails(db, MAX_MAILS))));

  app.get('/dev/mailbox/:id', async (request, reply) => {
    const mail = await mailOf(request.params);
    if (!mail) return sendNotFound(reply);
    const narrow = (request.query as { width?: string }).width === 'phone';
    return sendPage(reply, mailboxMail(mail, read(mail, await looks()), narrow));
  });

  app.get('/dev/mailbox/:id/html', async (request, reply) => {
    const mail = await mailOf(request.params);
    if (!mail) return sendNotFound(reply);
    // Links must leave the frame that shows the mail.
    const html = withPictures(read(mail, await looks()).html, mail).replace('<head>', '<head><base target="_blank">');
    return reply.headers(frameHeaders).type('text/html; charset=utf-8').send(html);
  });

  app.get('/dev/mailbox/:id/attachments/:index', async (request, reply) => {
    const mail = await mailOf(request.params);
    if (!mail) return sendNotFound(reply);
    const wanted = mail.attachments[Number((request.params as { index: string }).index)];
    if (!wanted) return sendNotFound(reply, 'This email has no such attachment.');
    const attachment = await renderAttachment(wanted);
    // A ticket is drawn now. If it is no longer valid, there is none to show; sending the mail would leave it out, too.
    if (!attachment)
      return sendNotFound(reply, `The ${wanted.kind} ${wanted.code} is no longer valid, so there is no file.`);
    return reply
      .headers({
        'cache-control': 'no-store',
        // The frame that shows a mail is sandboxed, so its pictures come from another origin.
        'cross-origin-resource-policy': 'cross-origin',
        'content-disposition': `attachment; filename="${safeName(attachment.filename)}"`,
      })
      .type(attachment.contentType)
      .send(attachment.content);
  });

  async function mailOf(params: unknown): Promise<ListedMail | undefined> {
    const { id } = params as { id: string };
    return /^\d{1,15}$/.test(id) ? await findMail(db, Number(id)) : undefined;
  }
}

const sendPage = (reply: FastifyReply, html: string) =>
  reply.headers(pageHeaders).type('text/html; charset=utf-8').send(html);

const sendNotFound = (reply: FastifyReply, why = 'There is no such email.') =>
  reply.code(404).type('text/plain; charset=utf-8').send(why);

/** Replaces references to the mail's own pictures with their addresses here. */
const withPictures = (html: string, { id, attachments }: ListedMail): string =>
  html.replace(/src="cid:([\w-]+)"/g, (source, cid: string) => {
    const index = attachments.findIndex((one) => one.cid === cid);
    return index < 0 ? source : `src="/dev/mailbox/${id}/attachments/${index}"`;
  });

const safeName = (name: string): string => name.replace(/[^\w. -]/g, '_');
