import { expect, test } from 'vitest';
import { aBundle, rendered, wordsOf } from '#features/orders/shop/testing.tsx';
import { anOrder, aTicket } from '#features/orders/testing.ts';
import type { Refund } from '../contract.ts';
import { RefundPage } from './refund-page.tsx';

const refunded = (over: Partial<Refund['tickets'][number]> = {}) => ({ ...aTicket(), not_refunded: 0, ...over });

const aRefund = (over: Partial<Refund>): Refund => ({
  id: 'SLK-2H9C4T-R1',
  status: 'active',
  created_at: '2026-11-21T10:00:00Z',
  completed_at: null,
  total: 18_400,
  shipping_refund: 0,
  booking_fees_refund: 0,
  bank_account_end: null,
  account_needed: 0,
  account_replaceable: 0,
  to_card: false,
  by_operator: false,
  is_refused: false,
  reason: '',
  order: { id: '1', code: 'SLK-2H9C4T' },
  tickets: [refunded()],
  cartProducts: [],
  merchandisePurchases: [],
  cartMerchandise: [],
  ...over,
});

const shown = (refund: Refund, order = anOrder()): string =>
  wordsOf(
    rendered(<RefundPage />, aBundle({ open_order: { order, refunds: [refund] } }), {
      path: '/portal/refunds/:refund',
      at: `/portal/refunds/${refund.id}`,
    }),
  );

test('the page of a waiting request shows its sum as the refund', () => {
  expect(shown(aRefund({}))).toContain('Refund €184.00 Summary');
});

test('a request’s page derives its sum from the price paid, without zero fees or repeated figures', () => {
  const words = shown(aRefund({}));
  expect(words).toContain('Item Price Booking fee Refund fee Refund');
  expect(words).toContain('€198.50 −€9.50 −€5.00 €184.00');
  expect(words.match(/SLK-2H9C4T-R1/g)).toHaveLength(1);
  expect(words.match(/Requested/g)).toHaveLength(2);
  expect(words.slice(words.indexOf('Summary'))).not.toContain('€');
  const free = shown(aRefund({ total: 19_850, tickets: [refunded({ fee: 0, refund_fee: 0, refund_total: 18_900 })] }));
  expect(free).toContain('Item Price Refund');
  expect(free).not.toContain('€0.00');
});

test('a plan’s refund shows each item’s price, and one calculation from the amount paid', () => {
  const words = shown(aRefund({ total: 4_000 }), anOrder({ has_payment_plan: true }));
  expect(words).toContain('Items of this refund Item Price ');
  expect(words).toContain('€198.50 Paid before the refund €54.50 Booking fee −€9.50 Refund fee −€5.00 Refund €40.00');
});

test('what a smaller refund keeps beyond the fees is shown as not refunded', () => {
  const ticket = refunded({ refund_fee: 8_900, not_refunded: 8_400, refund_total: 10_000 });
  const words = shown(aRefund({ total: 10_000, by_operator: true, tickets: [ticket] }));
  expect(words).toContain('Item Price Booking fee Refund fee Not refunded Refund');
  expect(words).toContain('€198.50 −€9.50 −€5.00 −€84.00 €100.00');
});

test('if a previous release does not send what is not refunded, all kept money counts as a fee', () => {
  const { not_refunded: _, ...ticket } = refunded({ refund_fee: 8_900, refund_total: 10_000 });
  const tickets = [ticket as Refund['tickets'][number]];
  expect(shown(aRefund({ total: 10_000, tickets }))).toContain('€198.50 −€9.50 −€89.00 €100.00');
  const ofPlan = shown(aRefund({ total: 4_000, tickets }), anOrder({ has_payment_plan: true }));
  expect(ofPlan).toContain('Refund fee −€89.00 Refund €40.00');
});

test('the calculation of a plan’s smaller refund shows the fee and what is not refunded separately', () => {
  const tickets = [refunded({ refund_fee: 1_500, not_refunded: 1_000 })];
  const words = shown(aRefund({ total: 3_000, tickets }), anOrder({ has_payment_plan: true }));
  expect(words).toContain('€54.50 Booking fee −€9.50 Refund fee −€5.00 Not refunded −€10.00 Refund €30.00');
});

test('the heading of a request says what is refunded', () => {
  expect(shown(aRefund({}))).toContain(`${aTicket().product} Refund SLK-2H9C4T-R1`);
  expect(shown(aRefund({ tickets: [] }))).toContain('Back to the portal Refund SLK-2H9C4T-R1');
});

test('the sum of a cancelled request is what was requested, and nothing is paid', () => {
  const words = shown(aRefund({ status: 'cancelled' }));
  expect(words).toContain('Requested items');
  expect(words).toContain('Requested €184.00 No refund due €0.00 Summary');
  expect(words).not.toContain('Refund €184.00');
});

test('the sum of a cancelled request for a plan is also what was requested', () => {
  const order = anOrder({ has_payment_plan: true });
  expect(shown(aRefund({ status: 'cancelled' }), order)).toContain('Requested €184.00 No refund due €0.00 Summary');
});

test('a refused request shows the operator’s reason, or once that is erased, only the refusal', () => {
  const refused = { status: 'cancelled', is_refused: true } as const;
  const words = shown(aRefund({ ...refused, reason: 'The concert took place.' }));
  expect(words).toContain('We could not accept this request The concert took place. Nothing will be refunded');
  expect(words).toContain('No refund due €0.00');
  expect(shown(aRefund({ ...refused, reason: '' }))).toContain('We could not accept this request Nothing will be');
});

test('the page of a refund that the operator made shows the reason and has no button to cancel it', () => {
  const words = shown(aRefund({ by_operator: true, reason: 'The concert is cancelled.', booking_fees_refund: 950 }));
  expect(words).toContain('Issued by us');
  expect(words).toContain('The concert is cancelled. Your refund is being processed');
  expect(words).toContain('Booking fee €9.50');
  expect(words).not.toContain('Cancel Refund');
});

test.each([
  [null, 'Refund to the card you paid with'],
  [
    '•••• 4300',
    'Refund to the card you paid with; any amount it cannot take will go to the bank account Bank account •••• 4300',
  ],
])('the summary of a refund to the card and the account %s says where the money goes', (end, sentence) => {
  expect(shown(aRefund({ status: 'processing', to_card: true, bank_account_end: end }))).toContain(sentence);
});

test.each([
  [{ bank_account_end: null, to_card: true }, 'We could not send €20.00 of your refund to your card.'],
  [{ bank_account_end: null, to_card: false }, 'Please tell us which account we should send €20.00 to.'],
])('the page says why money waits for an account: %o', (over, sentence) => {
  expect(shown(aRefund({ status: 'problem', account_needed: 2_000, ...over }))).toContain(sentence);
});

test('after the bank returned money, the refund is shown as being processed until staff decide', () => {
  const over = { status: 'problem', bank_account_end: '4300', account_replaceable: 2_000 } as const;
  expect(shown(aRefund(over))).toContain('Your refund is being processed');
});
