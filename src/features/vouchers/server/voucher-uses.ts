import type { Tx } from '#platform/db/db.ts';
import { hasUseLeft, isVoucherValid, voucherKey } from '../domain/voucher-validity.ts';
import { WantedVouchers } from '../domain/wanted-vouchers.ts';
import {
  countUse,
  giveUseBack,
  insertUses,
  lockVoucherOfOrder,
  lockVouchers,
  stateOfUse,
  takeUseAgain,
  type VoucherUse,
  vouchersByKeys,
} from './voucher-store.ts';

/**
 * Finds the vouchers that new orders want. Locks limited ones, so that they cannot be used up before `takeVoucherUses`
 * in the same transaction: an order's totals need the amount before the order's row exists. Unlimited ones are locked
 * only by `takeVoucherUses`, so that their checkouts do not wait for each other.
 */
export async function reserveVouchers(tx: Tx, codes: readonly string[]): Promise<WantedVouchers> {
  if (codes.length === 0) return new WantedVouchers([]);
  const seen = await vouchersByKeys(tx, codes.map(voucherKey));
  const limited = seen.filter(({ usesLimit }) => usesLimit !== null).map(({ id }) => id);
  const locked = limited.length > 0 ? await lockVouchers(tx, limited) : [];
  return new WantedVouchers([...seen.filter(({ usesLimit }) => usesLimit === null), ...locked]);
}

/** Locks a voucher, limited or not, for a transaction that locks items before its order exists. */
export async function lockVoucher(tx: Tx, code: string): Promise<void> {
  const seen = await vouchersByKeys(tx, [voucherKey(code)]);
  await lockVouchers(
    tx,
    seen.map(({ id }) => id),
  );
}

/**
 * Takes one use for each new order. Returns false and takes nothing if a voucher was disabled, has ended or was used up
 * since it was reserved: the caller must roll back.
 */
export async function takeVoucherUses(tx: Tx, uses: readonly VoucherUse[], now: Date): Promise<boolean> {
  if (uses.length === 0) return true;
  const wanted = Map.groupBy(uses, ({ voucherId }) => voucherId);
  const vouchers = await lockVouchers(tx, [...wanted.keys()]);
  const isEachValid = vouchers.every((voucher) => {
    const others = wanted.get(voucher.id)!.length - 1;
    return isVoucherValid({ ...voucher, uses: voucher.uses + others }, now);
  });
  if (vouchers.length < wanted.size || !isEachValid) return false;
  await insertUses(tx, uses, now);
  return true;
}

/**
 * Takes an order's use again after it was released, because a payment came late. Needs a free use, but the voucher need
 * not be valid any longer: it was when the order was placed. True without a voucher, or if its use is still taken.
 */
export async function takeVoucherUseAgain(tx: Tx, orderId: number, now: Date): Promise<boolean> {
  const voucher = await lockVoucherOfOrder(tx, orderId);
  if (!voucher || (await stateOfUse(tx, orderId)) === 'taken') return true;
  if (!hasUseLeft(voucher)) return false;
  await takeUseAgain(tx, orderId, now);
  await countUse(tx, voucher.id, 1);
  return true;
}

/** Releases an order's use because the order was abandoned or cancelled. Repeated calls count once. */
export async function releaseVoucherUse(tx: Tx, orderId: number, now: Date): Promise<void> {
  const voucher = await lockVoucherOfOrder(tx, orderId);
  if (voucher && (await giveUseBack(tx, orderId, now))) await countUse(tx, voucher.id, -1);
}
