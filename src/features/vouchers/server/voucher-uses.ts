import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { hasUseLeft, isVoucherValid, voucherKey } from '../domain/voucher-validity.ts';
import {
  closeUse,
  countUse,
  insertUse,
  lockVoucherByKey,
  lockVoucherOfOrder,
  reopenUse,
  stateOfUse,
  type VoucherRow,
  voucherByKey,
} from './voucher-store.ts';

export interface TakenVoucher {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  /** Minor units; `orderTotals` decides how much of it reduces an order. */
  readonly amount: number;
}

export type VoucherRefusal = { kind: 'voucher_invalid' };

/**
 * Finds a voucher that one more order may use. Locks a limited one, so that it cannot be used up before
 * `takeVoucherUse` in the same transaction: an order's sums need the amount before the order's row exists. An unlimited
 * one is locked only there, so that its checkouts do not wait for each other; if it is withdrawn or limited meanwhile,
 * the use is refused.
 */
export async function reserveVoucher(tx: Tx, code: string, now: Date): Promise<Result<TakenVoucher, VoucherRefusal>> {
  const key = voucherKey(code);
  const seen = await voucherByKey(tx, key);
  const voucher = seen && seen.usesLimit !== null ? await lockVoucherByKey(tx, key) : seen;
  if (!voucher || !isVoucherValid(voucher, now)) return refuse({ kind: 'voucher_invalid' });
  return ok(factsOf(voucher));
}

/** Locks a voucher, limited or not, for a transaction that locks items before its order exists. */
export async function lockVoucher(tx: Tx, code: string): Promise<void> {
  await lockVoucherByKey(tx, voucherKey(code));
}

/** Takes one use for an order that already exists. Repeated calls count once. */
export async function takeVoucherUse(
  tx: Tx,
  code: string,
  orderId: number,
  now: Date,
): Promise<Result<TakenVoucher, VoucherRefusal>> {
  const voucher = await lockVoucherByKey(tx, voucherKey(code));
  if (!voucher) return refuse({ kind: 'voucher_invalid' });
  const used = await lockVoucherOfOrder(tx, orderId);
  if (used) {
    const holdsIt = used.id === voucher.id && (await stateOfUse(tx, orderId)) === 'taken';
    return holdsIt ? ok(factsOf(voucher)) : refuse({ kind: 'voucher_invalid' });
  }
  if (!isVoucherValid(voucher, now)) return refuse({ kind: 'voucher_invalid' });
  if (await insertUse(tx, voucher.id, orderId, now)) await countUse(tx, voucher.id, 1);
  return ok(factsOf(voucher));
}

/**
 * Takes an order's use again after it was released, because a payment came late. Needs a free use, but the voucher need
 * not be valid any longer: it was when the order was placed. True without a voucher, or if its use is still taken.
 */
export async function takeVoucherUseAgain(tx: Tx, orderId: number, now: Date): Promise<boolean> {
  const voucher = await lockVoucherOfOrder(tx, orderId);
  if (!voucher || (await stateOfUse(tx, orderId)) === 'taken') return true;
  if (!hasUseLeft(voucher)) return false;
  await reopenUse(tx, orderId, now);
  await countUse(tx, voucher.id, 1);
  return true;
}

/** Releases an order's use because the order was abandoned or cancelled. Repeated calls count once. */
export async function releaseVoucherUse(tx: Tx, orderId: number, now: Date): Promise<void> {
  const voucher = await lockVoucherOfOrder(tx, orderId);
  if (voucher && (await closeUse(tx, orderId, now))) await countUse(tx, voucher.id, -1);
}

const factsOf = ({ id, code, name, amount }: VoucherRow): TakenVoucher => ({ id, code, name, amount });
