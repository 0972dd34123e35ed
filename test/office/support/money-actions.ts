import { applyFraudWarning } from '#features/disputes/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import { applyPayout } from '#features/payouts/server/public.ts';
import type { OfficeAction } from './office-action.ts';
import {
  beginPlanWithCard,
  cancelPartlyPaidOrder,
  makePaidByCard,
  newNumber,
  type OfficeShop,
  ofOrder,
  payTwice,
  placeByTransfer,
  receiveStrayMoney,
  receiveTransfer,
  sql,
  statementOf,
} from './situations.ts';

/* Money that arrives, is assigned, sent back or undone. */

/** Imports a statement with one line that pays the order, and returns the request that books it. */
async function lineToBook({ owner }: OfficeShop, order: Order) {
  const file = statementOf([{ amount: '76.00', text: order.code, reference: `B${order.code}` }]);
  const { import: id } = await owner.browser.done('statement-read', file);
  const { lines } = await owner.browser.done('statement-import', { import: id });
  return {
    import: id as number,
    lines: (lines as { number: number; mark: string }[]).map(({ number, mark }) => ({
      ...{ number, mark, how: 'as_matched', order: '' },
    })),
  };
}

export const moneyActions: Readonly<Record<string, OfficeAction>> = {
  'payment-record': {
    async given(shop) {
      const order = await placeByTransfer(shop);
      const transaction = `office-${newNumber()}`;
      return { order, body: { reference: order.code, amount: order.total_price, transaction, day: '' } };
    },
    rivals: ['the customer pays by a link', 'a transfer arrives', 'a colleague cancels'],
  },
  'payment-undo': {
    async given(shop) {
      const order = await placeByTransfer(shop);
      const receipt = await receiveTransfer(shop, order.code, order.total_price);
      return { order, receipt, body: { receipt } };
    },
    rivals: ['the customer asks for a refund', 'a transfer arrives', 'a colleague refunds'],
  },
  'payment-reset-attempts': {
    async given(shop) {
      const order = await placeByTransfer(shop);
      await sql(shop, `update payments set attempts = 5 where ${ofOrder}`, order.code);
      return { order, body: { reference: order.payments[0]!.reference } };
    },
    rivals: ['a transfer arrives', 'a colleague cancels'],
    isRepeatable: true,
  },
  'receipt-assign': {
    async given(shop) {
      const order = await placeByTransfer(shop);
      const receipt = await receiveStrayMoney(shop, order.total_price);
      return { order, receipt, body: { receipt, to: order.code } };
    },
    rivals: ['the customer pays by a link', 'a transfer arrives', 'a colleague cancels', 'a colleague books the money'],
  },
  'receipt-settle': {
    async given(shop) {
      const receipt = await receiveStrayMoney(shop, 4_321);
      const order = await placeByTransfer(shop);
      return { order, receipt, body: { receipt, note: 'Sent back by hand.', returned: true } };
    },
    rivals: ['a colleague books the money', 'the customer pays by a link'],
  },
  'receipt-keep': {
    async given(shop) {
      const { order, receipt } = await payTwice(shop);
      return { order, receipt, body: { receipt, reason: 'Paid for a friend.' } };
    },
    rivals: ['a colleague books the money', 'the payer disputes', 'the customer asks for a refund'],
  },
  'receipt-send-back': {
    async given(shop) {
      const { order, receipt } = await payTwice(shop);
      return { order, receipt, body: { receipt } };
    },
    rivals: ['a colleague books the money', 'the payer disputes', 'the customer asks for a refund'],
  },
  'order-return-owed': {
    async given(shop) {
      const order = await cancelPartlyPaidOrder(shop);
      return { order, body: { code: order.code, amount: 2_000, transaction: `office-${newNumber()}` } };
    },
    rivals: ['a transfer arrives', 'the customer pays by a link', 'a colleague revives', 'a colleague books the money'],
  },
  'order-settle-problem': {
    async given(shop) {
      const order = await placeByTransfer(shop);
      await receiveTransfer(shop, order.code, order.total_price);
      await sql(shop, `update orders set payment_status = 'problem' where code = $1`, order.code);
      return { order, body: { code: order.code, to: 'paid', reason: '' } };
    },
    rivals: ['a transfer arrives', 'the customer asks for a refund', 'a colleague refunds'],
  },
  'charge-end': {
    async given(shop) {
      const order = await beginPlanWithCard(shop);
      const reference = `${order.code}-2-1`;
      await sql(
        shop,
        `insert into payment_attempts (payment_id, reference, gateway, amount, currency, status, return_origin,
           return_token, created_at, expires_at, saved_method_id)
         select p.id, $2, 'sandbox', p.amount, 'EUR', 'created', '', $2, $3::timestamptz - interval '26 hours',
           $3::timestamptz + interval '1 hour', m.id
         from payments p join orders o on o.id = p.order_id join saved_methods m on m.order_id = o.id
         where o.code = $1 and p.reference = $1 || '-2'`,
        order.code,
        reference,
        shop.app.clock.now(),
      );
      return { order, body: { reference, note: 'Not in the dashboard.' } };
    },
    rivals: [
      'the customer pays by a link',
      'a transfer arrives',
      'the customer removes the card',
      'a colleague refunds',
      'a colleague waives the part',
    ],
  },
  'fraud-warning-settle': {
    async given(shop) {
      const order = await makePaidByCard(shop);
      const row = await shop.app.db.row<{ transaction: string }>(`select transaction from receipts where ${ofOrder}`, [
        order.code,
      ]);
      const id = `warning-${newNumber()}`;
      const fact = { about: 'fraud_warning', id, reason: 'stolen card', ...row! } as const;
      const report = () => applyFraudWarning({ db: shop.app.db }, 'sandbox', fact, shop.app.clock.now());
      await report();
      return { order, repeatMessage: report, body: { warning: id, note: 'A regular.' } };
    },
    rivals: ['the provider repeats its message', 'the payer disputes', 'a colleague refunds'],
  },
  'payout-settle': {
    async given(shop) {
      const id = `po-${newNumber()}`;
      const fact = {
        ...({ about: 'payout', id, state: 'paid', reason: '', amount: 14_000, currency: 'EUR' } as const),
        ...{ arrivesOn: '2026-11-20', statement: 'SANDBOX' },
        parts: { charges: 15_300, refunds: -1_000, disputes: 0, fees: -200, failedBefore: 0, other: 0 },
      };
      const report = (changes: object = {}) =>
        applyPayout(
          { db: shop.app.db, currency: async () => 'EUR' },
          'sandbox',
          { ...fact, ...changes },
          shop.app.clock.now(),
        );
      await report();
      return {
        repeatMessage: () => report({ state: 'failed', reason: 'the account is closed', parts: 'never' }),
        body: { payout: id, note: 'A payment by link.' },
      };
    },
    rivals: ['the provider repeats its message'],
  },
  'statement-book': {
    async given(shop) {
      const order = await placeByTransfer(shop);
      const body = await lineToBook(shop, order);
      return { order, body, line: { import: body.import, number: body.lines[0]!.number } };
    },
    // A customer who pays by a link is not a rival here: a page opened between preview and booking is paid too, and
    // listed as a duplicate.
    rivals: [
      'a transfer arrives',
      'a colleague cancels',
      'a colleague ignores the line',
      'a colleague discards the statement',
    ],
  },
  'statement-undo': {
    async given(shop) {
      const order = await placeByTransfer(shop);
      const body = await lineToBook(shop, order);
      const { preview } = await shop.owner.browser.done('statement-book', { ...body, preview: '' });
      await shop.owner.browser.done('statement-book', { ...body, preview });
      return { order, body: { import: body.import, number: body.lines[0]!.number } };
    },
    rivals: ['the customer asks for a refund', 'the customer changes the holder', 'a colleague refunds'],
  },
};
