import { keptForm } from '#browser/kept-form.ts';
import type { Customer } from '#features/customers/contract.ts';
import type { Voucher } from '#features/vouchers/contract.ts';
import type { CheckoutValues } from './checkout-values.ts';

export interface CheckoutDraft {
  values: CheckoutValues;
  voucher: Voucher | null;
}

/** A draft in the tab's storage. */
interface KeptDraft extends CheckoutDraft {
  owner: string;
  /** Milliseconds since 1970. */
  keptAt: number;
}

export interface CheckoutDrafts {
  /** Keeps entries for after a reload, an expired cart, or a visit to another page. */
  keep: (customer: Customer, draft: CheckoutDraft) => void;
  /**
   * Returns `first` overwritten with this customer's entries; unchanged if there are none or the account has changed.
   */
  restore: (customer: Customer, first: CheckoutDraft) => CheckoutDraft;
  drop: () => void;
}

/** Older drafts are ignored. */
const KEPT_FOR_MS = 24 * 60 * 60_000;

/** A draft belongs to the account with this address: if the address changes, the draft is invalid. */
const ownerOf = ({ email, country, address }: Customer): string => JSON.stringify([email, country, address]);

/**
 * The tab's storage keeps drafts across reloads, until an order is placed or the customer logs out, for at most a day.
 * If storage is forbidden, the page's memory keeps them. Neither the acceptance of the terms nor the consent to charge
 * a card is stored: after a reload, both are asked for again.
 */
export function createCheckoutDrafts(storage?: () => Storage, clock: () => number = Date.now): CheckoutDrafts {
  const tab = keptForm<KeptDraft>('checkout', storage);
  let memory: KeptDraft | null = null;

  return {
    keep(customer, { values, voucher }) {
      const kept = { owner: ownerOf(customer), keptAt: clock(), voucher };
      memory = { ...kept, values };
      tab.keep({ ...kept, values: { ...values, accepted_ts_and_cs: false, save_card: false } });
    },
    restore(customer, first) {
      const nothing: KeptDraft = { ...first, owner: '', keptAt: 0 };
      const kept = memory ?? tab.restore(nothing);
      if (kept.owner !== ownerOf(customer) || clock() - kept.keptAt > KEPT_FOR_MS) return first;
      return { values: withKeptValues(first.values, kept.values), voucher: kept.voucher };
    },
    drop() {
      memory = null;
      tab.drop();
    },
  };
}

/**
 * Replaces the form's values with the kept ones, but only for fields that the form still has, because an operator may
 * change the address lines.
 */
function withKeptValues(first: CheckoutValues, kept: CheckoutValues): CheckoutValues {
  const isOfKind = ([field, value]: [string, unknown]) => typeof value === typeof first[field as keyof CheckoutValues];
  return { ...first, ...Object.fromEntries(Object.entries(kept).filter(isOfKind)) } as CheckoutValues;
}

export const checkoutDrafts: CheckoutDrafts = createCheckoutDrafts();
