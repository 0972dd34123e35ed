import type { PayoutParts } from '#features/payments/domain/payout-parts.ts';

/** Why a person has to look at a payout. */
export type PayoutAttention = 'failed' | 'parts_differ' | 'parts_missing' | 'currency';

export const sumOfParts = (parts: PayoutParts): number =>
  parts.charges + parts.refunds + parts.disputes + parts.fees + parts.failedBefore + parts.other;

/** Money of a kind that the shop does not know is booked only by a person. */
export const addsUp = (amount: number, parts: PayoutParts): boolean =>
  parts.other === 0 && sumOfParts(parts) === amount;

type Account = 'bank' | 'gateway_fees' | `gateway:${string}`;

/**
 * The entries of a payout: what reached the bank and what the provider kept, against what it owed. Without parts, only
 * the sum is known; of parts that do not add up, only the fees are used.
 */
export function entriesOfPayout(
  gateway: string,
  amount: number,
  parts: PayoutParts | null,
): { account: Account; amount: number }[] {
  const owed = `gateway:${gateway}` as const;
  if (!parts) return entries(['bank', amount], [owed, -amount]);
  const fees = -parts.fees;
  if (!addsUp(amount, parts)) return entries(['bank', amount], ['gateway_fees', fees], [owed, -amount - fees]);
  const { charges, refunds, disputes, failedBefore } = parts;
  return entries(
    ['bank', amount],
    ['gateway_fees', fees],
    [owed, -charges],
    [owed, -refunds],
    [owed, -disputes],
    [owed, -failedBefore],
  );
}

const entries = (...all: readonly [Account, number][]) =>
  all.flatMap(([account, amount]) => (amount === 0 ? [] : [{ account, amount }]));
