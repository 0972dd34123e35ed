import type { Queryable } from '#platform/db/db.ts';
import { type ChosenSort, isDescending, sortOrUsual } from '../domain/list-sort.ts';
import type { MailFilter, MailViewName } from '../domain/mail-filter.ts';
import { type Counted, countedOf, countLimit, type FoundText, foundCondition, inOrder } from './found-text-store.ts';
import { MAX_COUNTED } from './list-limits.ts';
import { pageOrder } from './list-order-store.ts';
import type { After } from './list-parts.ts';

export interface ListedMail {
  id: number;
  /** When it was written. */
  at: Date;
  kind: string;
  /** The address; like the subject, empty once it was deleted. */
  to: string;
  subject: string;
  order: string | null;
  status: 'waiting' | 'sent' | 'failed';
  tries: number;
  lastError: string | null;
  sentAt: Date | null;
  nextTryAt: Date | null;
  /** The text still exists and the mail is about an order: staff do not read mails about accounts. */
  isReadable: boolean;
  canRetry: boolean;
}

export interface MailsQuery {
  readonly filter: MailFilter;
  /** What the filter's text finds; null without a text. */
  readonly found: FoundText | null;
  /** Kinds that the person does not see. */
  readonly hidden: readonly string[];
}

const VIEWS: Record<MailViewName, string> = {
  all: 'true',
  waiting: `m.status = 'waiting'`,
  sent: `m.status = 'sent'`,
  failed: `m.status = 'failed' and m.wiped_at is null`,
};

const CAN_RETRY = `m.status = 'failed' and m.wiped_at is null and (m.draft is not null or m.html is not null or m.sealed is not null)`;
const IS_READABLE = 'm.order_id is not null and (m.draft is not null or m.html is not null)';

function conditionOf({ filter, found, hidden }: MailsQuery) {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const parts = [`m.kind <> all(${parameter(hidden)}::text[])`, VIEWS[filter.view]];
  if (filter.kind !== null) parts.push(`m.kind = ${parameter(filter.kind)}`);
  if (filter.mail !== null) parts.push(`m.id = ${parameter(filter.mail)}`);
  if (filter.run !== null)
    parts.push(`m.id in (select sent_id from bulk_mails where run_id = ${parameter(filter.run)})`);
  if (filter.from !== null) parts.push(`m.created_at >= ${parameter(filter.from)}`);
  if (filter.until !== null) parts.push(`m.created_at < ${parameter(filter.until)}`);
  if (found) {
    const text = foundCondition(found, 'm.id', values.length + 1);
    values.push(...text.values);
    parts.push(text.sql);
  }
  return { sql: parts.join(' and '), values };
}

export function listMails(
  db: Queryable,
  query: MailsQuery & { readonly sort: ChosenSort<'/mails'>; readonly after: After | null; readonly limit: number },
): Promise<ListedMail[]> {
  const { sql, values } = conditionOf(query);
  const columns = { at: 'm.created_at', id: 'm.id' };
  const descends = isDescending(sortOrUsual('/mails', query.filter.view, query.sort));
  const { where, by, values: last } = pageOrder(columns, descends, query.after, values.length + 1);
  const all = [...values, ...last, query.limit];
  return db.rows<ListedMail>(
    `select m.id, m.created_at as at, m.kind, m.recipient as "to", m.subject, o.code as order, m.status, m.tries,
       m.last_error as "lastError", m.sent_at as "sentAt", m.next_try_at as "nextTryAt",
       ${IS_READABLE} as "isReadable", ${CAN_RETRY} as "canRetry"
     from mails m left join orders o on o.id = m.order_id
     where ${sql} ${where}
     order by ${by}
     limit $${all.length}`,
    all,
  );
}

/** How many match. */
export async function countMails(db: Queryable, query: MailsQuery, max: number = MAX_COUNTED): Promise<Counted> {
  const { sql, values } = conditionOf(query);
  const limit = countLimit(query.found, max);
  const matching = await db.row<{ count: number }>(
    `select count(*) as count
     from (select from mails m where ${sql} ${inOrder(query.found, 'm.created_at desc, m.id desc')} limit ${limit + 1}) as matching`,
    values,
  );
  return countedOf(matching!.count, limit);
}

export interface MailToSend extends Pick<ListedMail, 'id' | 'kind' | 'to' | 'subject' | 'order' | 'status'> {
  hasText: boolean;
}

/**
 * Returns mails of a list with what decides whether they can be sent, in the order in which they are sent: by order.
 * `sendable` selects those that can be retried, or with `again` sent again; otherwise the rest is selected.
 */
export function mailsToSend(
  db: Queryable,
  query: MailsQuery,
  { again, sendable, limit }: { readonly again: boolean; readonly sendable: boolean; readonly limit: number },
): Promise<MailToSend[]> {
  const { sql, values } = conditionOf(query);
  const canSend = again ? `m.status = 'sent' and ${IS_READABLE}` : CAN_RETRY;
  const hasText = `m.draft is not null or m.html is not null${again ? '' : ' or m.sealed is not null'}`;
  return db.rows<MailToSend>(
    `select m.id, m.kind, m.recipient as "to", m.subject, o.code as order, m.status, (${hasText}) as "hasText"
     from mails m left join orders o on o.id = m.order_id
     where ${sql} and (${canSend}) = $${values.length + 1}
     order by m.order_id, m.id
     limit $${values.length + 2}`,
    [...values, sendable, limit],
  );
}
