import { keptForm } from '#browser/kept-form.ts';
import type { Customer } from '#features/customers/contract.ts';
import type { Voucher } from '#features/vouchers/contract.ts';
import type { CheckoutValues } from './checkout-values.ts';

/** What was entered in the checkout so far. */
export interface CheckoutDraft {
  values: CheckoutValues;
  voucher: Voucher | null;
}

/** What stays of it in the tab over a reload, and for whom. */
interface KeptDraft extends CheckoutDraft {
  owner: string;
  /** Milliseconds since 1970. */
  keptAt: number;
}

export interface CheckoutDrafts {
  /** Keeps what was entered: over a reload, while the cart has run out, or while the customer looks at another page. */
  keep: (customer: Customer, draft: CheckoutDraft) => void;
  /** `first` with what this customer had entered in place of it; `first` when nothing was, or the account has changed since. */
  restore: (customer: Customer, first: CheckoutDraft) => CheckoutDraft;
  drop: () => void;
}

/** Who comes back to a tab after a day begins anew. */
const KEPT_FOR_MS = 24 * 60 * 60_000;

/** Whoever changes the account's address wants that one, not what was typed before. */
const ownerOf = ({ email, country, address }: Customer): string => JSON.stringify([email, country, address]);

/**
 * Drafts of one page. The tab's storage has them for a reload, until an order, a logout or a day; the page's memory has them where storage is
 * forbidden. The terms are accepted for this visit alone: a reload asks for them again.
 */
export function createCheckoutDrafts(storage?: () => Storage, clock: () => number = Date.now): CheckoutDrafts {
  const tab = keptForm<KeptDraft>('checkout', storage);
  let memory: KeptDraft | null = null;

  return {
    keep(customer, { values, voucher }) {
      const kept = { owner: ownerOf(customer), keptAt: clock(), voucher };
      memory = { ...kept, values };
      tab.keep({ ...kept, values: { ...values, accepted_ts_and_cs: false } });
    },
    restore(customer, first) {
      const nothing: KeptDraft = { ...first, owner: '', keptAt: 0 };
      const kept = memory ?? tab.restore(nothing);
      if (kept.owner !== ownerOf(customer) || clock() - kept.keptAt > KEPT_FOR_MS) return first;
      return { values: inPlaceOf(first.values, kept.values), voucher: kept.voucher };
    },
    drop() {
      memory = null;
      tab.drop();
    },
  };
}

/** The kept values in place of the first ones, in the fields that the form still has: an operator may change the lines of an address. */
function inPlaceOf(first: CheckoutValues, kept: CheckoutValues): CheckoutValues {
  const isOfKind = ([field, value]: [string, unknown]) => typeof value === typeof first[field as keyof CheckoutValues];
  return { ...first, ...Object.fromEntries(Object.entries(kept).filter(isOfKind)) } as CheckoutValues;
}

/** The drafts of the browser's tab. */
export const checkoutDrafts: CheckoutDrafts = createCheckoutDrafts();
