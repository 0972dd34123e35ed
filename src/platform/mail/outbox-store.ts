import type { Db, Queryable, Tx } from '#platform/db/db.ts';
import type { StoredDraft } from './mail-content.ts';
import { type MailKind, URGENT_KINDS } from './mail-kinds.ts';

/** An attachment that is rendered when the mail is sent, so that it shows the state at that time. */
export interface AttachmentRequest {
  /** A ticket named by its code, or a picture of a code with this text. */
  readonly kind: 'ticket' | 'qr' | 'pdf417';
  readonly code: string;
  /** Names a picture inside the mail, where the HTML refers to it. */
  readonly cid?: string;
}

export interface MailRow {
  readonly id: number;
  readonly kind: string;
  readonly recipient: string;
  readonly subject: string;
  /** Kept until the mail is sent; null if it contains a secret. */
  readonly draft: StoredDraft | null;
  /** The HTML as sent. */
  readonly html: string | null;
  readonly text: string | null;
  readonly sealed: Buffer | null;
  readonly attachments: readonly AttachmentRequest[];
  readonly messageId: string;
  readonly tries: number;
  /** How many attempts failed because the server was down. They do not count against the mail. */
  readonly excused: number;
}

const COLUMNS = `
  id, kind, recipient, subject, draft, html, body_text as text, sealed, attachments, message_id as "messageId", tries, excused`;

export interface MailToInsert extends Omit<MailRow, 'id' | 'tries' | 'excused'> {
  readonly key: string | null;
  readonly orderId: number | null;
}

/** Stores mails to be sent. Returns the ids, by Message-ID, of those whose key was not stored already. */
export async function insertMails(tx: Tx, mails: readonly MailToInsert[], now: Date): Promise<Map<string, number>> {
  const given = mails.map(({ sealed, ...mail }) => ({
    ...mail,
    sealed: sealed?.toString('hex'),
    isUrgent: URGENT_KINDS.has(mail.kind),
  }));
  const stored = await tx.rows<{ id: number; messageId: string }>(
    `insert into mails (key, kind, recipient, subject, draft, html, body_text, sealed, attachments, message_id,
       next_try_at, created_at, order_id, is_urgent)
     select key, kind, recipient, subject, draft, html, text, decode(sealed, 'hex'), attachments, "messageId",
       $2, $2, "orderId", "isUrgent"
     from jsonb_to_recordset($1) as mail (key text, kind text, recipient text, subject text, draft jsonb, html text,
       text text, sealed text, attachments jsonb, "messageId" text, "orderId" bigint, "isUrgent" boolean)
     on conflict (key) do nothing
     returning id, message_id as "messageId"`,
    [JSON.stringify(given), now],
  );
  return new Map(stored.map(({ id, messageId }) => [messageId, id]));
}

/** Clears the keys of an order's mails whose cause was undone, so that they are sent again if it recurs. */
export const forgetMailKeys = (tx: Tx, orderId: number, kinds: readonly MailKind[]): Promise<number> =>
  tx.run('update mails set key = null where order_id = $1 and kind = any($2)', [orderId, kinds]);

/**
 * Claims due mails, urgent ones first, then those due longest, without waiting for any that another process claims.
 * The new `tries` identifies the lease: only its holder may record how the attempt ended. The lease ends at
 * `leasedUntil`, even if its holder died.
 */
export async function claimMails(db: Queryable, batch: number, now: Date, leasedUntil: Date): Promise<MailRow[]> {
  const rows = await db.rows<MailRow>(
    `update mails
     set tries = tries + 1, next_try_at = $3
     where id = any(array(
       select id from mails
       where status = 'waiting' and next_try_at <= $2
       order by is_urgent desc, next_try_at, id
       limit $1
       for update skip locked
     ))
     returning ${COLUMNS}`,
    [batch, now, leasedUntil],
  );
  return rows.sort((a, b) => a.id - b.id);
}

/** Marks a mail as sent. The composed body replaces the draft; a secret body is wiped unless the mailbox keeps it. */
export function markSent(
  db: Queryable,
  mail: MailRow,
  composed: { readonly html: string; readonly text: string } | null,
  now: Date,
  keepSecrets: boolean,
): Promise<number> {
  return db.run(
    `update mails
     set status = 'sent', sent_at = $3, next_try_at = null, last_error = null,
         sealed = case when $4 then sealed end,
         html = coalesce($5, html), body_text = coalesce($6, body_text), draft = null
     where id = $1 and tries = $2 and status = 'waiting'`,
    [mail.id, mail.tries, now, keepSecrets, composed?.html, composed?.text],
  );
}

/** Records a failed attempt. The last one marks the mail as failed and wipes its secret unless the mailbox keeps it. */
export function markFailedAttempt(
  db: Queryable,
  mail: MailRow,
  outcome: { error: string; nextTryAt: Date | null },
  keepSecrets: boolean,
): Promise<number> {
  return db.run(
    `update mails
     set status = case when $3::timestamptz is null then 'failed' else 'waiting' end,
         next_try_at = $3,
         last_error = $4,
         is_held = false,
         sealed = case when $3::timestamptz is not null or $5 then sealed end
     where id = $1 and tries = $2 and status = 'waiting'`,
    [mail.id, mail.tries, outcome.nextTryAt, outcome.error, keepSecrets],
  );
}

/** Postpones the mail because the server is down, which does not count as an attempt. */
export function postponeMail(
  db: Queryable,
  mail: MailRow,
  { error, nextTryAt }: { error: string; nextTryAt: Date },
): Promise<number> {
  return db.run(
    `update mails
     set excused = excused + 1, is_held = true, next_try_at = $3, last_error = $4
     where id = $1 and tries = $2 and status = 'waiting'`,
    [mail.id, mail.tries, nextTryAt, error],
  );
}

/**
 * Puts failed mails back into the outbox, except those without a body; each has all its attempts again. `tries` keeps
 * counting, because it tells leases apart. Returns the mails.
 */
export const retryMails = async (
  tx: Tx,
  ids: readonly number[],
  now: Date,
): Promise<Pick<MailRow, 'id' | 'kind' | 'recipient' | 'subject'>[]> =>
  (
    await tx.rows<Pick<MailRow, 'id' | 'kind' | 'recipient' | 'subject'>>(
      `update mails
     set status = 'waiting', next_try_at = $2, excused = tries, is_held = false
     where id = any($1) and status = 'failed' and wiped_at is null
       and (draft is not null or html is not null or sealed is not null)
     returning id, kind, recipient, subject`,
      [ids, now],
    )
  ).sort((one, other) => one.id - other.id);

/**
 * Wipes the content and recipient of mails that were sent by `before`, and of failed mails that were stored by then.
 * Keeps their key, kind and times, and a keyed hash of the recipient, so that the shop can still check whether it wrote
 * to an address. Returns the number of mails wiped.
 */
export async function wipeOldMails(
  db: Db,
  { before, limit, hashOf }: { before: Date; limit: number; hashOf: (recipient: string) => Buffer },
  now: Date,
): Promise<number> {
  return await db.transaction(async (tx) => {
    const mails = await tx.rows<{ id: number; recipient: string }>(
      `select id, recipient
       from mails
       where status <> 'waiting' and wiped_at is null and coalesce(sent_at, created_at) <= $1
       order by coalesce(sent_at, created_at)
       limit $2
       for update skip locked`,
      [before, limit],
    );
    return await wipeMails(tx, mails, hashOf, now);
  });
}

/** Wipes every mail to an address and cancels the unsent ones. Returns the number of mails. */
export async function wipeMailsTo(
  tx: Tx,
  { emailKey, hashOf }: { emailKey: string; hashOf: (recipient: string) => Buffer },
  now: Date,
): Promise<number> {
  const mails = await tx.rows<{ id: number; recipient: string }>(
    'select id, recipient from mails where lower(recipient) = $1 for update',
    [emailKey],
  );
  const ids = mails.map(({ id }) => id);
  await tx.run(`update mails set status = 'failed', next_try_at = null where id = any($1) and status = 'waiting'`, [
    ids,
  ]);
  return await wipeMails(tx, mails, hashOf, now);
}

async function wipeMails(
  tx: Tx,
  mails: readonly { id: number; recipient: string }[],
  hashOf: (recipient: string) => Buffer,
  now: Date,
): Promise<number> {
  if (mails.length === 0) return 0;
  return await tx.run(
    `update mails
     set recipient = '', recipient_hash = wiped.hash, subject = '', draft = null, html = null, body_text = null,
         sealed = null, attachments = '[]', last_error = null, wiped_at = $3
     from unnest($1::bigint[], $2::bytea[]) as wiped (id, hash)
     where mails.id = wiped.id`,
    [mails.map(({ id }) => id), mails.map(({ recipient }) => hashOf(recipient)), now],
  );
}

export interface ListedMail extends MailRow {
  readonly status: 'waiting' | 'sent' | 'failed';
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
}

const LISTED = `${COLUMNS}, status, last_error as "lastError", created_at as "createdAt", sent_at as "sentAt"`;

/** Lists mails, newest first. */
export function listMails(db: Queryable, limit: number, recipient: string | null = null): Promise<ListedMail[]> {
  return db.rows<ListedMail>(
    `select ${LISTED} from mails where $2::text is null or lower(recipient) = lower($2) order by id desc limit $1`,
    [limit, recipient],
  );
}

export function findMail(db: Queryable, id: number): Promise<ListedMail | undefined> {
  return db.row<ListedMail>(`select ${LISTED} from mails where id = $1`, [id]);
}

export interface OrderMail extends ListedMail {
  readonly orderId: number;
}

/** Lists the mails about an order, newest first. Wiped mails have no recipient and no subject. */
export const mailsOfOrder = (db: Queryable, orderId: number, limit: number): Promise<OrderMail[]> =>
  db.rows<OrderMail>(
    `select ${LISTED}, order_id as "orderId" from mails where order_id = $1 order by id desc limit $2`,
    [orderId, limit],
  );

export const mailOfOrder = (db: Queryable, orderId: number, id: number): Promise<OrderMail | undefined> =>
  db.row<OrderMail>(`select ${LISTED}, order_id as "orderId" from mails where id = $2 and order_id = $1`, [
    orderId,
    id,
  ]);
