import { expect, test } from 'vitest';
import { aBundle, rendered, wordsOf } from '#features/orders/shop/testing.tsx';
import { aConfig, anOrder, aPayment } from '#features/orders/testing.ts';
import { ThankYou } from './thank-you.tsx';

const words = (order: ReturnType<typeof anOrder>) =>
  wordsOf(rendered(<ThankYou order={order}>what is open</ThankYou>, aBundle({ config: { ...aConfig(), events: [] } })));
const open = (change: Partial<ReturnType<typeof aPayment>> = {}) =>
  aPayment({ reference: 'SLK-2H9C4T-2', paid_amount: 0, paid_at: null, payment_status: 'pending', ...change });
const plan = (second: ReturnType<typeof aPayment>) =>
  anOrder({ has_payment_plan: true, payment_status: 'partial', payments: [aPayment(), second] });

test('the confirmation of a paid order shows nothing as open', () => {
  expect(words(anOrder())).not.toContain('what is open');
});

test('the confirmation names the button that shows tickets', () => {
  const order = anOrder();
  const [ticket] = order.tickets;
  const shown = words({ ...order, tickets: [{ ...ticket!, allow_download: true }] });
  expect(shown).toContain('Your ticket is ready. Press “Show ticket” to see it here. It is also in your inbox.');
  expect(words({ ...order, tickets: [{ ...ticket!, allow_download: false }] })).not.toContain('ready');
});

test('the confirmation shows an unfinished refund like the order’s page', () => {
  expect(words(anOrder({ has_refunds: true, has_active_refunds: true }))).toContain('what is open');
});

test('an instalment that is not due yet can be paid from the confirmation', () => {
  const shown = words(plan(open()));
  expect(shown).toContain('Pay next instalment');
  expect(shown).not.toContain('what is open');
});

test('the confirmation of a plan says when the next instalment is due and how much it is', () => {
  const second = open({ amount: 9_600, due_at: '2027-03-14T08:00:00Z' });
  expect(words(plan(second))).toContain('The next instalment, €96.00, is due on 14 March 2027.');
  expect(words({ ...plan(second), has_active_refunds: true })).not.toContain('The next instalment');
  expect(words(plan(aPayment({ reference: 'SLK-2H9C4T-2' })))).not.toContain('The next instalment');
});

test('the confirmation says that a saved card will be charged instead of asking for a payment', () => {
  const second = open({ amount: 9_600, due_at: '2027-03-14T08:00:00Z' });
  const card = { label: 'Visa •••• 4242', expires: '2028-12', is_charged: true };
  const shown = words({ ...plan(second), saved_card: card });
  expect(shown).toContain('We will charge the next instalment, €96.00, to your card on 14 March 2027.');
  expect(shown).not.toContain('is due on');
});

test('the confirmation shows an instalment that is due as open', () => {
  const shown = words(plan(open({ due: true })));
  expect(shown).toContain('what is open');
  expect(shown).not.toContain('Pay next instalment');
});

test('no payment is offered during an unfinished refund or while another payment is on its way', () => {
  const requested = { ...plan(open()), has_active_refunds: true };
  expect(words(requested)).not.toContain('Pay next instalment');
  const underWay = { ...plan(open({ payment_status: 'processing' })) };
  expect(words(underWay)).not.toContain('Pay next instalment');
});
