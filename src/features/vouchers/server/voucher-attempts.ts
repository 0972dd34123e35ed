import type { Queryable } from '#platform/db/db.ts';
import type { Limit, Limits } from '#platform/http/limits.ts';
import { networkOf } from '#platform/http/network.ts';
import { countAttempt, type LimitAnswer, uncountAttempt } from '#platform/http/rate-limits.ts';

// Creating carts is free, so attempts also count per network, with a wide limit because many buyers may share one.
// Checks and checkouts count separately per cart: after ten checks the cart can still order with the last code.
const PER_CART = { lookup: 'voucher-cart', checkout: 'voucher-checkout' } as const;

export interface VoucherAttemptParts {
  readonly db: Queryable;
  readonly limits: Limits;
}

export interface VoucherAttempt {
  readonly at: keyof typeof PER_CART;
  readonly cartCode: string;
  readonly ip: string;
}

const countsOf = (limits: Limits, { at, cartCode, ip }: VoucherAttempt): readonly (readonly [Limit, string])[] => [
  [limits[PER_CART[at]], cartCode],
  [limits['voucher-network'], networkOf(ip)],
];

/** Counts an attempt to use a voucher code before the code is checked, so that parallel attempts count too. */
export async function countVoucherAttempt(
  { db, limits }: VoucherAttemptParts,
  tried: VoucherAttempt,
  now: Date,
): Promise<LimitAnswer> {
  for (const [limit, subject] of countsOf(limits, tried)) {
    const answer = await countAttempt(db, limit, subject, now);
    if (!answer.allowed) return answer;
  }
  return { allowed: true };
}

/** Takes back the count of an attempt that revealed nothing about a code. */
export async function uncountVoucherAttempt(
  { db, limits }: VoucherAttemptParts,
  tried: VoucherAttempt,
  now: Date,
): Promise<void> {
  for (const [limit, subject] of countsOf(limits, tried)) await uncountAttempt(db, limit, subject, now);
}
