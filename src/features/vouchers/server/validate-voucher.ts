import type { CartAccessRefusal } from '#features/cart/domain/cart.ts';
import { readCart } from '#features/cart/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db } from '#platform/db/db.ts';
import type { Limits } from '#platform/http/limits.ts';
import { isVoucherValid, voucherKey } from '../domain/voucher-validity.ts';
import { countVoucherAttempt } from './voucher-attempts.ts';
import { type VoucherRow, voucherByKey } from './voucher-store.ts';

export type VoucherCallRefusal =
  | CartAccessRefusal
  | { kind: 'code_missing' }
  | { kind: 'voucher_invalid' }
  | { kind: 'plan_in_cart' }
  | { kind: 'too_many_attempts'; retryAfterSeconds: number };

/**
 * Returns a code's voucher if an order of this cart could use it now. Does not reserve a use. Every attempt counts,
 * even a valid one: otherwise one known code would allow endless guesses.
 */
export async function validateVoucher(
  { db, limits }: { readonly db: Db; readonly limits: Limits },
  caller: { readonly cartCode: string | null; readonly customerId: number | null; readonly ip: string },
  code: string,
  now: Date,
): Promise<Result<Pick<VoucherRow, 'code' | 'name' | 'amount'>, VoucherCallRefusal>> {
  const key = voucherKey(code);
  if (key === '') return refuse({ kind: 'code_missing' });
  const cart = await readCart(db, { code: caller.cartCode, customerId: caller.customerId }, now);
  if (!cart.ok) return cart;
  const tried = { at: 'lookup', cartCode: cart.value.code, ip: caller.ip } as const;
  const attempts = await countVoucherAttempt({ db, limits }, tried, now);
  if (!attempts.allowed) return refuse({ kind: 'too_many_attempts', retryAfterSeconds: attempts.retryAfterSeconds });
  if (cart.value.lines.some((line) => line.frozen.paymentPlan.length > 0)) return refuse({ kind: 'plan_in_cart' });
  const voucher = await voucherByKey(db, key);
  return voucher && isVoucherValid(voucher, now) ? ok(voucher) : refuse({ kind: 'voucher_invalid' });
}
