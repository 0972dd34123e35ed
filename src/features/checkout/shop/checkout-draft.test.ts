import { expect, test } from 'vitest';
import type { Customer } from '#features/customers/contract.ts';
import { type CheckoutDraft, createCheckoutDrafts } from './checkout-draft.ts';

function tab(): () => Storage {
  const entries = new Map<string, string>();
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => void entries.set(key, text),
    removeItem: (key: string) => void entries.delete(key),
  };
  return () => storage as unknown as Storage;
}

const mila = { email: 'mila.o@example.org', country: 'NL', address: { city: 'Utrecht' } } as unknown as Customer;
const first: CheckoutDraft = {
  values: {
    country: 'NL',
    'address.city': 'Utrecht',
    shipping_name: 'Mila Okonkwo',
    shipping_country: '',
    payment_method: '',
    voucher_code: '',
    ship_to_billing: true,
    accepted_ts_and_cs: false,
    save_card: false,
    terms_version: '1',
  },
  voucher: null,
};
const typed: CheckoutDraft = {
  values: { ...first.values, country: 'BE', 'address.city': 'Gent', payment_method: 'bank_transfer' },
  voucher: { code: 'FULLHOUSE', name: 'Full house', discount_amount: 60_000 },
};
const HOUR_MS = 3_600_000;

test('a reload restores the form and the applied voucher, and the terms must be accepted again', () => {
  const storage = tab();
  createCheckoutDrafts(storage).keep(mila, { ...typed, values: { ...typed.values, accepted_ts_and_cs: true } });
  expect(createCheckoutDrafts(storage).restore(mila, first)).toEqual(typed);
});

test('the terms stay accepted as long as the page is not reloaded', () => {
  const drafts = createCheckoutDrafts(tab());
  const accepted = { ...typed, values: { ...typed.values, accepted_ts_and_cs: true } };
  drafts.keep(mila, accepted);
  expect(drafts.restore(mila, first)).toEqual(accepted);
});

test('the page itself keeps the draft if storage is forbidden', () => {
  const drafts = createCheckoutDrafts(() => {
    throw new Error('Forbidden');
  });
  drafts.keep(mila, typed);
  expect(drafts.restore(mila, first)).toEqual(typed);
});

test('a draft is not restored for another customer or after a changed account, an order or a day', () => {
  const storage = tab();
  let now = 0;
  const drafts = () => createCheckoutDrafts(storage, () => now);
  drafts().keep(mila, typed);
  expect(drafts().restore({ ...mila, email: 'noor@example.org' }, first)).toEqual(first);
  expect(drafts().restore({ ...mila, country: 'BE' }, first)).toEqual(first);
  now = 24 * HOUR_MS;
  expect(drafts().restore(mila, first)).toEqual(typed);
  now += 1;
  expect(drafts().restore(mila, first)).toEqual(first);
  now = 0;
  drafts().drop();
  expect(drafts().restore(mila, first)).toEqual(first);
});

test('fields that the form no longer has, or that have another type, are not restored', () => {
  const storage = tab();
  createCheckoutDrafts(storage).keep(mila, { ...typed, values: { ...typed.values, 'address.province': 'Zeeland' } });
  const restored = createCheckoutDrafts(storage).restore(mila, {
    ...first,
    values: { ...first.values, ship_to_billing: 'no' as unknown as boolean },
  });
  expect(restored.values).not.toHaveProperty('address.province');
  expect(restored.values.ship_to_billing).toBe('no');
});
