import type { Shop } from '#features/shop-config/server/public.ts';
import type { Db } from '#platform/db/db.ts';
import { enqueueMail } from '#platform/mail/outbox.ts';
import type { DueWork } from '#platform/work/due-work.ts';
import type { Matter } from '../domain/matter.ts';
import { compareNotices, type PlannedMail, planMail } from '../domain/plan-notices.ts';
import { deleteMarks } from './marks-store.ts';
import {
  deleteNotices,
  endNotices,
  insertNotices,
  mailsSince,
  markSent,
  openNotices,
  takeDigestDay,
  takeRound,
} from './notice-store.ts';
import { digestMail, type NoticeLook, noticeLook, urgentMail } from './operator-mails.ts';
import { webhookBody } from './webhook-body.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const KEPT_MS = 90 * 24 * HOUR_MS;
const MAX_PER_KIND = 1_000;

export interface NotifyParts {
  readonly db: Db;
  /** All matters that need a person at one point in time, at most `limit` of each kind. */
  readonly matters: (now: Date, limit: number) => Promise<readonly Matter[]>;
  readonly shop: () => Promise<Shop>;
  readonly shopUrl: string;
  readonly officeUrl: string;
  /** Whether new matters also go to a webhook. */
  readonly hasWebhook: boolean;
}

/**
 * Compares the open matters with the stored notices once a minute, and mails the operator new urgent matters or the
 * morning's digest.
 */
export function notifyOperator(parts: NotifyParts): DueWork {
  return { name: 'notify-operator', everyMs: MINUTE_MS, run: (now) => runRound(parts, now) };
}

async function runRound({ db, ...parts }: NotifyParts, now: Date): Promise<number> {
  const round = await takeRound(db, now, new Date(now.getTime() + MINUTE_MS));
  if (!round) return 0;
  // Notices are read first, so a notice whose matter is missing from the second read is over.
  const notices = await openNotices(db);
  const matters = await parts.matters(now, MAX_PER_KIND);
  if (matters.length + notices.length === 0) return 0;
  const { opened, ended } = compareNotices(notices, matters, MAX_PER_KIND);
  if (opened.length > 0) await storeNotices(db, opened, parts, now);
  if (ended.length > 0) await endNotices(db, ended, now);
  const keptFrom = new Date(now.getTime() - KEPT_MS);
  await deleteNotices(db, keptFrom, 1_000);
  await deleteMarks(
    db,
    ended.map(({ key }) => key),
    keptFrom,
  );
  if (matters.length === 0) return 0;

  const mailedAt = await mailsSince(db, new Date(now.getTime() - HOUR_MS));
  const shop = await parts.shop();
  const noted = new Map(notices.map((notice) => [notice.key, notice]));
  const sent = { notices: noted, mailedAt, digestDay: round.digestDay };
  const planned = planMail(matters, sent, shop.public.timezone, now);
  if (!planned) return 0;
  return await enqueuePlannedMail(db, noticeLook(shop, parts), planned, now);
}

async function storeNotices(
  db: Db,
  opened: readonly Matter[],
  parts: Omit<NotifyParts, 'db' | 'matters'>,
  now: Date,
): Promise<void> {
  const look = parts.hasWebhook ? noticeLook(await parts.shop(), parts) : null;
  const notices = opened.map((matter) => ({
    key: matter.key,
    kind: matter.kind,
    // A call about the webhook's own failure would not arrive.
    webhookBody: look && matter.kind !== 'webhook_given_up' ? webhookBody(look, matter) : null,
  }));
  await insertNotices(db, notices, now);
}

/** Returns the number of mails. */
function enqueuePlannedMail(db: Db, look: NoticeLook, planned: PlannedMail, now: Date): Promise<number> {
  const { by, matters } = planned;
  return db.transaction(async (tx) => {
    if (by === 'digest' && !(await takeDigestDay(tx, planned.day))) return 0;
    const marked = await markSent(
      tx,
      matters.map(({ key }) => key),
      by,
      now,
    );
    // Another process may have been faster.
    const listed = by === 'mail' ? matters.filter(({ key }) => marked.has(key)) : matters;
    if (listed.length === 0) return 0;
    const kind = by === 'mail' ? 'operator-urgent' : 'operator-digest';
    const content = by === 'mail' ? urgentMail(look, listed) : digestMail(look, listed);
    await enqueueMail(tx, { key: null, kind, recipient: look.recipient, content }, now);
    return 1;
  });
}
