import { createHash } from 'node:crypto';
import {
  callerOf,
  type OfficeContext,
  type OfficeRefusal,
  previewChanged,
  writeAudit,
} from '#features/staff/server/public.ts';
import { markedText } from '#kernel/language.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { OfficeDb, Tx } from '#platform/db/db.ts';
import { conflict } from '#platform/http/refusal.ts';
import { type BulkAction, type LeftOut, whyLeftOut } from '../domain/why-left-out.ts';
import { insertOrders, insertRun, lastRunWith, lockStarts, type OrderForBulk, ordersForBulk } from './bulk-store.ts';

const MAX_BULK_ORDERS = 10_000;
/** The preview lists at most this many orders of the action, and at most as many that are left out. */
const MAX_SHOWN = 100;

const noOrders = conflict(markedText('This cannot be done for any of these orders.'));
const tooMany = conflict(markedText('The list has more than 10,000 orders. Please narrow it.'));

export interface BulkRequest {
  readonly action: BulkAction;
  /** Shown to customers. */
  readonly reason: string;
  /** The fingerprint of the confirmed preview. If empty, the action is only previewed. */
  readonly fingerprint: string;
  /** Ids of the orders, at most `limit` of them. */
  orders(tx: Tx, limit: number): Promise<readonly number[]>;
}

export interface StartedBulk {
  readonly run: number | null;
  readonly fingerprint: string;
  readonly orders: number;
  /** The sum of these orders' totals. */
  readonly total: number;
  readonly leftOut: { readonly why: LeftOut; readonly count: number }[];
  /** The first orders that are part of it, and the first that are left out. */
  readonly rows: readonly BulkRow[];
}

interface BulkRow extends Pick<OrderForBulk, 'code' | 'customerName' | 'customerEmail'> {
  readonly why: LeftOut | null;
}

/**
 * Without a fingerprint, previews how many orders an action covers. With the preview's fingerprint it starts the
 * action, unless in the meantime other orders match, the total of one of them has changed, a rule decides differently
 * about one, or another run with one of them has begun. Due work carries it out.
 */
export async function previewOrStartBulk(
  db: OfficeDb,
  context: OfficeContext,
  request: BulkRequest,
  answerOf: (started: StartedBulk) => object,
): Promise<Result<StartedBulk, OfficeRefusal>> {
  const { actor } = callerOf(context);
  return await db.transaction(async (tx): Promise<Result<StartedBulk, OfficeRefusal>> => {
    // Simultaneous confirmations are handled one after the other, so the second one finds the run of the first.
    if (request.fingerprint !== '') await lockStarts(tx);
    const ids = await request.orders(tx, MAX_BULK_ORDERS + 1);
    if (ids.length > MAX_BULK_ORDERS) return refuse(tooMany);
    const orders = (await ordersForBulk(tx, ids)).map((order) => ({
      ...order,
      why: whyLeftOut(request.action, order),
    }));
    const wanted = orders.filter(({ why }) => why === null);
    const facts = orders.map(({ id, total, why }) => [id, total, why]);
    const preview: StartedBulk = {
      run: null,
      fingerprint: fingerprintOf([actor.id, request.action, facts, await lastRunWith(tx, ids)]),
      orders: wanted.length,
      total: wanted.reduce((all, { total }) => all + total, 0),
      leftOut: [...Map.groupBy(orders, ({ why }) => why)].flatMap(([why, some]) =>
        why === null ? [] : [{ why, count: some.length }],
      ),
      rows: [...wanted.slice(0, MAX_SHOWN), ...orders.filter(({ why }) => why !== null).slice(0, MAX_SHOWN)],
    };
    if (request.fingerprint === '') return ok(preview);
    if (request.fingerprint !== preview.fingerprint) return refuse(previewChanged);
    if (wanted.length === 0) return refuse(noOrders);
    const { action, reason } = request;
    const by = { staffId: actor.id, sessionId: actor.sessionId, actor: actor.name };
    const run = await insertRun(tx, { action, reason, ...by }, context.now);
    await insertOrders(tx, run, orders, context.now);
    const details = { orders: wanted.length, ...(reason && { reason }) };
    const entry = { actor, action: `bulk.${action}` as const, subject: `bulk action ${run}`, details };
    await writeAudit(tx, entry, context.now);
    const started = { ...preview, run };
    await context.remember(tx, answerOf(started));
    return ok(started);
  });
}

const fingerprintOf = (all: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(all)).digest('base64url');
