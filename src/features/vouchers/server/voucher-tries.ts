import type { Queryable } from '#platform/db/db.ts';
import { networkOf } from '#platform/http/network.ts';
import { countTry, type Limit, type LimitAnswer, takeBackTry } from '#platform/http/rate-limits.ts';

// Carts are free to make, so the network is counted as well; a hall full of buyers stands behind one. A code can be tried by
// looking it up and by a checkout with it, each counted per cart by itself: who looked ten up can still order with the last.
const PER_CART = {
  lookup: { name: 'voucher-cart', tries: 10, windowSeconds: 900 },
  checkout: { name: 'voucher-checkout', tries: 10, windowSeconds: 900 },
} satisfies Record<string, Limit>;
const PER_NETWORK: Limit = { name: 'voucher-network', tries: 200, windowSeconds: 900 };

export interface VoucherTry {
  readonly at: keyof typeof PER_CART;
  readonly cartCode: string;
  /** The caller's address. */
  readonly ip: string;
}

const countsOf = ({ at, cartCode, ip }: VoucherTry): readonly (readonly [Limit, string])[] => [
  [PER_CART[at], cartCode],
  [PER_NETWORK, networkOf(ip)],
];

/** Counts one try to use a voucher code, before it is looked at, so that many at once are counted as well. */
export async function countVoucherTry(db: Queryable, tried: VoucherTry, now: Date): Promise<LimitAnswer> {
  for (const [limit, subject] of countsOf(tried)) {
    const answer = await countTry(db, limit, subject, now);
    if (!answer.allowed) return answer;
  }
  return { allowed: true };
}

/** Nothing was learned about a code by this try: it does not count. */
export async function takeBackVoucherTry(db: Queryable, tried: VoucherTry, now: Date): Promise<void> {
  for (const [limit, subject] of countsOf(tried)) await takeBackTry(db, limit, subject, now);
}
