import {
  callerOf,
  type OfficeCallRegistry,
  type OfficeContext,
  type OfficeRefusal,
  writeAudit,
} from '#features/staff/server/public.ts';
import { markedText } from '#kernel/language.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { type OfficeDb, PLANNED_ONCE, type Queryable, type Tx } from '#platform/db/db.ts';
import { conflict, httpRefusals, invalidFields } from '#platform/http/refusal.ts';
import type { Matter } from '../domain/matter.ts';
import { type WhyNotSnooze, whyNotSnooze } from '../domain/snooze.ts';
import * as contract from '../office-contract.ts';
import { doneToday } from './done-today.ts';
import { type InboxMatter, inboxFor, MAX_PER_KIND, type RefundRequest } from './inbox.ts';
import { marksNow, releaseMark, snoozeMark, takeMark, wakeMark } from './marks-store.ts';
import { openNotices } from './notice-store.ts';

export interface OfficeInboxParts {
  readonly db: OfficeDb;
  readonly shop: () => Promise<{ readonly currency: string; readonly timezone: string }>;
  /** Gathered from all features. */
  matters(db: Queryable, now: Date): Promise<readonly Matter[]>;
  refundRequests(db: Queryable, limit: number): Promise<readonly RefundRequest[]>;
  /** Names of buyers by order code. */
  buyers(db: Queryable, codes: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

type Done = Result<Record<string, never>, OfficeRefusal>;

const OVER = conflict(markedText('This has been dealt with in the meantime.'));
const TAKEN = conflict(markedText('A colleague has taken this in the meantime.'));
const NOT_YOURS = conflict(markedText('You have not taken this.'));
const NOT_SNOOZED = conflict(markedText('This is already back in the inbox.'));
const snoozeRefusal = httpRefusals<{ kind: WhyNotSnooze }>({
  not_later: invalidFields([{ field: 'until', message: markedText('Please choose a later time.') }]),
  too_late: invalidFields([{ field: 'until', message: markedText('Please choose a time in the next 90 days.') }]),
  after_deadline: invalidFields([
    { field: 'until', message: markedText('The deadline is before then. Please choose an earlier time.') },
  ]),
});

export function addInboxCalls(calls: OfficeCallRegistry, parts: OfficeInboxParts): void {
  const { db } = parts;

  const inboxOf = async (tx: Queryable, context: OfficeContext) => {
    const { currency } = await parts.shop();
    const [matters, requests, marks, notices] = await Promise.all([
      parts.matters(tx, context.now),
      parts.refundRequests(tx, MAX_PER_KIND),
      marksNow(tx, context.now),
      openNotices(tx),
    ]);
    const codes = [
      ...matters.flatMap(({ orderCode }) => orderCode ?? []),
      ...requests.map(({ orderCode }) => orderCode),
    ];
    const names = await parts.buyers(tx, [...new Set(codes)]);
    const noticed = new Map(notices.map((notice) => [notice.key, notice.openedAt]));
    return inboxFor(callerOf(context).session, { matters, requests, marks, noticed }, { names, currency });
  };

  calls.add(contract.inbox, async (_body, context) =>
    db.read(async (tx) => ok(await inboxOf(tx, context)), PLANNED_ONCE),
  );

  calls.add(contract.inboxDone, async (_body, context) => {
    const { timezone } = await parts.shop();
    return db.read(async (tx) =>
      ok({ entries: await doneToday(tx, callerOf(context).session, timezone, context.now) }),
    );
  });

  /** Makes a change to a matter that the caller can see. */
  const change = (
    key: string,
    context: OfficeContext,
    work: (tx: Tx, matter: InboxMatter) => Promise<Done>,
  ): Promise<Done> =>
    db.transaction(async (tx): Promise<Done> => {
      const { matters, snoozed } = await inboxOf(tx, context);
      const matter = [...matters, ...snoozed].find((one) => one.key === key);
      if (!matter) return refuse(OVER);
      const done = await work(tx, matter);
      if (done.ok) await context.remember(tx, {});
      return done;
    });
  const audit = (
    tx: Tx,
    action: 'inbox.taken' | 'inbox.released' | 'inbox.snoozed' | 'inbox.woken',
    { key, order }: InboxMatter,
    context: OfficeContext,
    details: object = {},
  ) => {
    const { actor } = callerOf(context);
    return writeAudit(tx, { actor, action, subject: order ?? key, details: { matter: key, ...details } }, context.now);
  };

  calls.add(contract.inboxTake, async ({ key, from }, context) =>
    change(key, context, async (tx, matter) => {
      const { staffId } = callerOf(context).session;
      if (matter.taken?.is_mine) return ok({});
      if (!(await takeMark(tx, { key, staffId, from }, context.now))) return refuse(TAKEN);
      await audit(tx, 'inbox.taken', matter, context);
      return ok({});
    }),
  );

  calls.add(contract.inboxRelease, async ({ key }, context) =>
    change(key, context, async (tx, matter) => {
      if (!(await releaseMark(tx, key, callerOf(context).session.staffId))) return refuse(NOT_YOURS);
      await audit(tx, 'inbox.released', matter, context);
      return ok({});
    }),
  );

  calls.add(contract.inboxSnooze, async ({ key, until: wanted, reason }, context) =>
    change(key, context, async (tx, matter) => {
      const until = new Date(wanted);
      const deadline = matter.facts.until === null ? null : new Date(matter.facts.until);
      const why = whyNotSnooze(until, deadline, context.now);
      if (why) return refuse(snoozeRefusal({ kind: why }));
      await snoozeMark(tx, { key, staffId: callerOf(context).session.staffId, until, reason });
      await audit(tx, 'inbox.snoozed', matter, context, { until: until.toISOString() });
      return ok({});
    }),
  );

  calls.add(contract.inboxWake, async ({ key }, context) =>
    change(key, context, async (tx, matter) => {
      if (!(await wakeMark(tx, key, context.now))) return refuse(NOT_SNOOZED);
      await audit(tx, 'inbox.woken', matter, context);
      return ok({});
    }),
  );
}
