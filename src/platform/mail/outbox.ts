import { isEmailAddress } from '#kernel/email.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { randomChecksum } from '#platform/secrets/random-codes.ts';
import type { Sealer } from '#platform/secrets/sealer.ts';
import type { DueWork } from '#platform/work/due-work.ts';
import { errorText } from '#platform/work/error-text.ts';
import { codePictureId } from './code-picture-id.ts';
import { composeMail } from './layout.ts';
import type { MailContent } from './mail-content.ts';
import type { MailKind } from './mail-kinds.ts';
import type { MailLooks } from './mail-look.ts';
import { type MailSender, type MailTransport, type RenderedAttachment, ServerTrouble } from './mail-transport.ts';
import {
  type AttachmentRequest,
  claimMails,
  insertMails,
  type MailRow,
  type MailToInsert,
  markFailedAttempt,
  markSent,
  postponeMail,
} from './outbox-store.ts';

export interface NewMail {
  /** Identifies the cause of the mail: a key is only ever mailed once. null: every call sends a mail. */
  readonly key: string | null;
  readonly kind: MailKind;
  /** Must be exactly one address. */
  readonly recipient: string;
  readonly content: MailContent;
  /** Set if the body contains a secret (a password, a login link): it is stored sealed, and wiped once sent. */
  readonly secret?: Sealer;
  readonly attachments?: readonly AttachmentRequest[];
  /** The order the mail is about. Never set for a mail with a secret of an account: staff read an order's mails. */
  readonly orderId?: number;
}

/**
 * Puts mails into the outbox, in the transaction of the change that causes them: no change, no mail. Returns for each
 * mail whether it was stored: false if its key was used before or the recipient's address was deleted. Throws for a
 * recipient that is not one plain address.
 */
export async function enqueueMails(tx: Tx, mails: readonly NewMail[], now: Date): Promise<boolean[]> {
  // An empty recipient means that the address was deleted with the rest of the person's data.
  const rows = mails.map((mail) => (mail.recipient === '' ? null : rowOf(mail)));
  const given = rows.flatMap((row) => row ?? []);
  const stored = given.length > 0 ? await insertMails(tx, given, now) : new Map<string, number>();
  return rows.map((row) => row !== null && stored.has(row.messageId));
}

export const enqueueMail = async (tx: Tx, mail: NewMail, now: Date): Promise<boolean> =>
  (await enqueueMails(tx, [mail], now))[0]!;

function rowOf({ key, kind, recipient, content, secret, attachments = [], orderId }: NewMail): MailToInsert {
  if (!isEmailAddress(recipient)) throw new TypeError(`A ${kind} mail needs one plain address`);
  const messageId = `<${randomChecksum()}@${content.messageIdDomain}>`;
  const pictures = content.codePictures.map(
    ({ draws, text }, index): AttachmentRequest => ({ kind: draws, code: text, cid: codePictureId(index) }),
  );
  return {
    key,
    kind,
    recipient,
    subject: content.subject,
    draft: secret ? null : content.draft,
    html: null,
    text: null,
    sealed: secret ? secret.seal(JSON.stringify({ html: content.html, text: content.text }), messageId) : null,
    attachments: [...attachments, ...pictures],
    messageId,
    orderId: orderId ?? null,
  };
}

/**
 * Sends a stored mail again, word for word. Attachments show their state at the time of sending. Returns the id of the
 * copy.
 */
export async function enqueueCopy(
  tx: Tx,
  { mail, recipient }: { readonly mail: MailRow & { readonly orderId: number | null }; readonly recipient: string },
  now: Date,
): Promise<number> {
  if (!isEmailAddress(recipient)) throw new TypeError(`A copy of a ${mail.kind} mail needs one plain address`);
  if (mail.html === null && mail.draft === null) throw new Error('The body of this mail was wiped, or is a secret');
  const domain = mail.messageId.slice(mail.messageId.indexOf('@') + 1, -1);
  const messageId = `<${randomChecksum()}@${domain}>`;
  const stored = await insertMails(tx, [{ ...mail, key: null, recipient, sealed: null, messageId }], now);
  return stored.get(messageId)!;
}

export interface OutboxParts {
  readonly db: Db;
  readonly transport: MailTransport;
  /** Read again for every batch, because an import may change both. */
  readonly letterhead: () => Promise<{ readonly sender: MailSender; readonly looks: MailLooks }>;
  /** Returns null if the document no longer exists; then the mail is sent without it. */
  readonly renderAttachment: (request: AttachmentRequest) => Promise<RenderedAttachment | null>;
  readonly sealer: Sealer;
  /** For development and tests: the mailbox page keeps showing secret bodies after sending. */
  readonly keepSecrets: boolean;
  /** Called for every failed attempt; `gaveUp` is true for the last one. */
  readonly onFailedAttempt?: (failure: {
    mailId: number;
    kind: string;
    tries: number;
    gaveUp: boolean;
    error: string;
  }) => void;
}

const MINUTE_MS = 60_000;
/** Pauses after each failed attempt; the attempt after the last pause is the final one. */
const PAUSES_MS = [1, 5, 15, 60, 180, 360, 720, 1_440].map((minutes) => minutes * MINUTE_MS);
/** This many mails are sent in parallel. */
const BATCH = 5;
/**
 * Milliseconds before an attempt times out. The lease is longer, so that no other process claims the mail meanwhile.
 */
const TRY_MS = 60_000;
const LEASE_MS = 3 * MINUTE_MS;
/** A server that is down gets this pause, and then one mail as a probe. */
const PAUSE_MS = MINUTE_MS;

/**
 * Sends the waiting mails. Several processes may do so in parallel: a mail belongs to the process whose claim set its
 * current `tries`. If a process dies between sending a mail and recording it, the mail is sent again with the same
 * Message-ID. While the server is down, mails lose no attempts.
 */
export function sendWaitingMails(parts: OutboxParts): DueWork {
  let pausedUntil = 0;
  return {
    name: 'send-waiting-mails',
    async run(now) {
      const pauseMs = pausedUntil - now.getTime();
      // A longer remaining pause means that the clock was set back.
      if (pauseMs > 0 && pauseMs <= PAUSE_MS) return 0;
      const claimed = await claimMails(parts.db, pausedUntil ? 1 : BATCH, now, new Date(now.getTime() + LEASE_MS));
      if (claimed.length === 0) return 0;
      const letterhead = await parts.letterhead();
      const outcomes = await Promise.all(claimed.map((mail) => sendOne(parts, letterhead, mail, now)));
      const failed = outcomes.filter((outcome) => outcome !== null);
      const isUnreachable = failed.length === outcomes.length && (await isServerUnreachable(parts, failed));
      pausedUntil = isUnreachable ? now.getTime() + PAUSE_MS : 0;
      for (const { mail, error } of failed) {
        if (isUnreachable && error instanceof ServerTrouble) await excuse(parts, mail, error, now);
        else await recordFailedAttempt(parts, mail, error, now);
      }
      // Returning 0 if nothing was sent makes the remaining mails wait for the next round.
      return outcomes.length - failed.length;
    },
  };
}

interface FailedAttempt {
  readonly mail: MailRow;
  readonly error: unknown;
}

/** Returns null once the mail is sent. */
async function sendOne(
  parts: OutboxParts,
  { sender, looks }: Awaited<ReturnType<OutboxParts['letterhead']>>,
  mail: MailRow,
  now: Date,
): Promise<FailedAttempt | null> {
  let body: MailBody;
  try {
    // The process that claimed the mail for its last attempt died without recording the outcome.
    if (attemptsOf(mail) > PAUSES_MS.length + 1) throw new Error('Given up after too many attempts');
    body = readBody(mail, parts.sealer, looks);
    await parts.transport.send({
      sender,
      recipient: mail.recipient,
      subject: mail.subject,
      ...body,
      messageId: mail.messageId,
      attachments: () => renderAll(parts, mail.attachments),
      timeoutMs: TRY_MS,
    });
  } catch (error) {
    return { mail, error };
  }
  await markSent(parts.db, mail, mail.draft ? body : null, now, parts.keepSecrets);
  return null;
}

const attemptsOf = ({ tries, excused }: MailRow): number => tries - excused;

async function isServerUnreachable({ transport }: OutboxParts, failed: readonly FailedAttempt[]): Promise<boolean> {
  if (!failed.some(({ error }) => error instanceof ServerTrouble)) return false;
  return (await transport.isUnreachable?.()) ?? false;
}

async function excuse(parts: OutboxParts, mail: MailRow, error: unknown, now: Date): Promise<void> {
  const message = errorText(error);
  await postponeMail(parts.db, mail, { error: message, nextTryAt: new Date(now.getTime() + PAUSE_MS) });
  parts.onFailedAttempt?.({ mailId: mail.id, kind: mail.kind, tries: mail.tries, gaveUp: false, error: message });
}

async function recordFailedAttempt(parts: OutboxParts, mail: MailRow, error: unknown, now: Date): Promise<void> {
  const pause = PAUSES_MS[attemptsOf(mail) - 1];
  const nextTryAt = pause === undefined ? null : new Date(now.getTime() + pause);
  const message = errorText(error);
  await markFailedAttempt(parts.db, mail, { error: message, nextTryAt }, parts.keepSecrets);
  parts.onFailedAttempt?.({
    mailId: mail.id,
    kind: mail.kind,
    tries: mail.tries,
    gaveUp: nextTryAt === null,
    error: message,
  });
}

async function renderAll(parts: OutboxParts, requests: readonly AttachmentRequest[]): Promise<RenderedAttachment[]> {
  const rendered: RenderedAttachment[] = [];
  // Not in parallel, because rendering a PDF takes memory and a core.
  for (const request of requests) {
    const attachment = await parts.renderAttachment(request);
    if (attachment) rendered.push(request.cid ? { ...attachment, cid: request.cid } : attachment);
  }
  return rendered;
}

export interface MailBody {
  readonly html: string;
  readonly text: string;
}

/** Returns the body: unsealed if it is a secret, composed if the mail was not sent yet. Throws if it was wiped. */
export function readBody(
  mail: Pick<MailRow, 'draft' | 'html' | 'text' | 'sealed' | 'messageId'>,
  sealer: Sealer,
  looks: MailLooks,
): MailBody {
  if (mail.sealed) return JSON.parse(sealer.open(mail.sealed, mail.messageId)) as MailBody;
  if (mail.draft) {
    const { html, text } = composeMail(looks(mail.draft.locale), mail.draft);
    return { html, text };
  }
  if (mail.html === null || mail.text === null) throw new Error('The body of this mail was wiped');
  return { html: mail.html, text: mail.text };
}
