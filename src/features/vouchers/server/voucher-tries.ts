import type { Queryable } from '#platform/db/db.ts';
import type { Limit, Limits } from '#platform/http/limits.ts';
import { networkOf } from '#platform/http/network.ts';
import { countTry, type LimitAnswer, takeBackTry } from '#platform/http/rate-limits.ts';

// Carts are free to make, so the network is counted as well; a hall full of buyers stands behind one. A code can be tried by
// looking it up and by a checkout with it, each counted per cart by itself: who looked ten up can still order with the last.
const PER_CART = { lookup: 'voucher-cart', checkout: 'voucher-checkout' } as const;

export interface VoucherTryParts {
  readonly db: Queryable;
  readonly limits: Limits;
}

export interface VoucherTry {
  readonly at: keyof typeof PER_CART;
  readonly cartCode: string;
  /** The caller's address. */
  readonly ip: string;
}

const countsOf = (limits: Limits, { at, cartCode, ip }: VoucherTry): readonly (readonly [Limit, string])[] => [
  [limits[PER_CART[at]], cartCode],
  [limits['voucher-network'], networkOf(ip)],
];

/** Counts one try to use a voucher code, before it is looked at, so that many at once are counted as well. */
export async function countVoucherTry(
  { db, limits }: VoucherTryParts,
  tried: VoucherTry,
  now: Date,
): Promise<LimitAnswer> {
  for (const [limit, subject] of countsOf(limits, tried)) {
    const answer = await countTry(db, limit, subject, now);
    if (!answer.allowed) return answer;
  }
  return { allowed: true };
}

/** Nothing was learned about a code by this try: it does not count. */
export async function takeBackVoucherTry({ db, limits }: VoucherTryParts, tried: VoucherTry, now: Date): Promise<void> {
  for (const [limit, subject] of countsOf(limits, tried)) await takeBackTry(db, limit, subject, now);
}
