import type { Customer } from '#features/customers/contract.ts';
import type { Voucher } from '#features/vouchers/contract.ts';
import type { CheckoutValues } from './checkout-values.ts';

/** What was entered in the checkout so far. */
export interface CheckoutDraft {
  values: CheckoutValues;
  voucher: Voucher | null;
}

// In the memory of the page alone: an address is nobody else's business, and a reload starts from the account again.
let kept: { owner: string; draft: CheckoutDraft } | null = null;

/** Whoever changes the account's address wants that one, not what was typed before. */
const ownerOf = ({ email, country, address }: Customer): string => JSON.stringify([email, country, address]);

/** Keeps what was entered while the cart has run out, or while the customer looks at another page. */
export function keepDraft(customer: Customer, draft: CheckoutDraft): void {
  kept = { owner: ownerOf(customer), draft };
}

/** What this customer had entered; null when nothing was, or the account has changed since. */
export const draftOf = (customer: Customer): CheckoutDraft | null =>
  kept?.owner === ownerOf(customer) ? kept.draft : null;

export function dropDraft(): void {
  kept = null;
}
