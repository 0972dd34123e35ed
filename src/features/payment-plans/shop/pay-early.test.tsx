import { expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { aBundle, rendered, wordsOf } from '#features/orders/shop/testing.tsx';
import { anOrder, aPayment } from '#features/orders/testing.ts';
import { PayEarly } from './pay-early.tsx';

const open = (position: number) =>
  aPayment({
    reference: `SLK-2H9C4T-${position}`,
    amount: 4_800,
    paid_amount: 0,
    paid_at: null,
    payment_status: 'pending',
  });
const plan = (changes: Partial<Order>) =>
  anOrder({ has_payment_plan: true, payment_status: 'partial', payments: [aPayment(), open(2), open(3)], ...changes });
const words = (order: Order) =>
  wordsOf(
    rendered(
      <PayEarly order={order} account={({ amount, code }) => <i>{`account for ${amount} naming ${code}`}</i>} />,
      aBundle(),
    ),
  );

test('a plan by card offers one transfer of the rest, with the account, where the shop takes them', () => {
  const shown = words(plan({ takes_transfers: true }));
  expect(shown).toContain(
    'You can also pay the remaining €96.00 in one bank transfer. Use SLK-2H9C4T-2 as the payment reference.',
  );
  expect(shown).toContain('account for 9600 naming SLK-2H9C4T-2');
});

test('a plan by card offers no transfer if the shop does not take them', () => {
  expect(words(plan({ takes_transfers: false }))).not.toMatch(/transfer|account/);
});

test('a plan that was ordered by transfer offers one, whatever the shop accepts now', () => {
  expect(words(plan({ payment_method: 'bank_transfer' }))).toContain('account for 9600');
});
