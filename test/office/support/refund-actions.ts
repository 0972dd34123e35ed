import type { Order } from '#features/orders/contract.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import type { OfficeAction } from './office-action.ts';
import {
  makeAllFiles,
  makeFile,
  makePaidByCard,
  makePaidOrder,
  newNumber,
  type OfficeShop,
  requestRefund,
  sql,
  startRefundFor,
} from './situations.ts';

/* Refunds, and the files that pay them. */

/** Starts a refund to a card. The provider has not answered it yet. */
async function startCardRefund(shop: OfficeShop): Promise<{ order: Order; movement: string }> {
  const order = await makePaidByCard(shop);
  const request = await refundRequest(shop, order, 'card');
  const { preview } = await shop.owner.browser.done('refund-create', request);
  await shop.owner.browser.done('refund-create', { ...request, preview });
  return { order, movement: `${order.code}-R1-M1` };
}

/** Records the pass as cancelled, with one order that staff must decide about. Returns the cancellation's id. */
async function cancelItemWithProblem({ app }: OfficeShop, { code }: Order): Promise<number> {
  const item = `select id, 'The storm.', 'test', $1::timestamptz from shop_items where external_code = 'sandlark-pass'`;
  await app.db.run(`insert into cancellations (item_id, reason, actor, started_at) ${item} on conflict do nothing`, [
    app.clock.now(),
  ]);
  const { id } = (await app.db.row<{ id: number }>('select id from cancellations order by id desc limit 1'))!;
  await app.db.run(
    `insert into cancelled_orders (cancellation_id, order_id, status, words)
     select $1, id, 'needs_you', 'The order has a problem.' from orders where code = $2`,
    [id, code],
  );
  return id;
}

const makeRefundRequest = async (shop: OfficeShop) => {
  const order = await makePaidOrder(shop);
  const refund = await requestRefund(shop, order);
  return { order, refund };
};

async function refundRequest(shop: OfficeShop, order: Order, to: 'bank' | 'card') {
  const { items } = await shop.owner.browser.done('refund-to-create', { code: order.code });
  return {
    ...{ code: order.code, lines: [items[0].line], fees: 'kept', shipping: null, amount: null, to },
    reason: 'The tent is closed.',
  };
}

export const refundActions: Readonly<Record<string, OfficeAction>> = {
  'cancellation-retry': {
    async given(shop) {
      const order = await makePaidOrder(shop);
      return { order, body: { cancellation: await cancelItemWithProblem(shop, order), codes: [order.code] } };
    },
    rivals: ['the customer asks for a refund', 'the customer changes the holder', 'a colleague refunds'],
  },
  'refund-create': {
    async given(shop) {
      const order = await makePaidOrder(shop);
      return { order, body: await refundRequest(shop, order, 'bank') };
    },
    rivals: [
      'the customer asks for a refund',
      'the customer changes the holder',
      'a transfer arrives',
      'a colleague changes the holder',
    ],
  },
  'refund-start': {
    async given(shop) {
      const { order, refund } = await makeRefundRequest(shop);
      return { order, refund, body: { code: refund } };
    },
    rivals: ['the customer withdraws the request', 'a transfer arrives', 'a colleague refuses the refund'],
  },
  'refund-refuse': {
    async given(shop) {
      const { order, refund } = await makeRefundRequest(shop);
      return { order, refund, body: { code: refund, reason: 'The coach has left.' } };
    },
    rivals: ['the customer withdraws the request', 'a transfer arrives', 'a colleague starts the refund'],
  },
  'refunds-start': {
    async given(shop) {
      const { order, refund } = await makeRefundRequest(shop);
      return { order, refund, body: { codes: [refund] } };
    },
    rivals: ['the customer withdraws the request', 'a transfer arrives', 'a colleague refuses the refund'],
  },
  'refunds-refuse': {
    async given(shop) {
      const { order, refund } = await makeRefundRequest(shop);
      return { order, refund, body: { codes: [refund], reason: 'The coach has left.' } };
    },
    rivals: ['the customer withdraws the request', 'a transfer arrives', 'a colleague starts the refund'],
  },
  'refund-movement-retry': {
    async given(shop) {
      const { order, refund } = await startRefundFor(shop);
      const held = { code: refund, note: 'Account closed.' };
      const { preview } = await shop.owner.browser.done('refund-returned', held);
      await shop.owner.browser.done('refund-returned', { ...held, preview });
      return { order, refund, body: { movement: `${refund}-M1`, by_bank: true } };
    },
    rivals: ['a transfer arrives', 'a colleague marks it as paid'],
  },
  'refund-account-give': {
    async given(shop) {
      const { order, refund } = await startRefundFor(shop);
      await sql(shop, 'update refunds set bank_sealed = null, bank_country = null where code = $1', refund);
      const { note: _note, ...account } = bankOnWire;
      return { order, refund, body: { code: refund, ...account } };
    },
    rivals: ['the customer gives the account', 'a colleague marks it as paid', 'a transfer arrives'],
  },
  'refund-looked-up': {
    async given(shop) {
      const { order, movement } = await startCardRefund(shop);
      await sql(
        shop,
        `update refund_movements set unclear_at = $2, next_try_at = null where key = $1`,
        movement,
        shop.app.clock.now(),
      );
      return { order, refund: `${order.code}-R1`, body: { movement, was_made: true } };
    },
    rivals: ['the payer disputes', 'a transfer arrives', 'a colleague retries it'],
  },
  'refund-paid': {
    async given(shop) {
      const { order, refund } = await startRefundFor(shop);
      return { order, refund, body: { code: refund, number: `paid-${newNumber()}` } };
    },
    rivals: ['a transfer arrives', 'the customer pays by a link', 'a colleague marks it as returned'],
  },
  'refund-returned': {
    async given(shop) {
      const { order, refund } = await startRefundFor(shop);
      return { order, refund, body: { code: refund, note: 'Account closed.' } };
    },
    rivals: ['a colleague marks it as paid', 'a transfer arrives'],
  },
  'transfer-file-make': {
    before: makeAllFiles,
    async given(shop) {
      const { order, refund } = await startRefundFor(shop);
      const { next } = await shop.owner.browser.done('transfer-files');
      return { order, refund, body: { content: next.content } };
    },
    rivals: ['a colleague marks it as paid', 'a transfer arrives'],
  },
  'transfer-file-approve': {
    before: makeAllFiles,
    async given(shop) {
      const { order, refund, file } = await makeFile(shop);
      // As if a colleague had made the file, with a total that needs a second person.
      await sql(
        shop,
        `update transfer_files set needs_approval = true, made_by_staff = $2 where message_id = $1`,
        file,
        shop.colleague.id,
      );
      return { order, refund, file, body: { file } };
    },
    rivals: ['a transfer arrives', 'a colleague cancels the file', 'a colleague marks it as paid'],
  },
  'transfer-file-cancel': {
    before: makeAllFiles,
    async given(shop) {
      const { order, refund, file } = await makeFile(shop);
      return { order, refund, file, body: { file } };
    },
    rivals: ['a colleague marks it as paid', 'a transfer arrives'],
  },
  'transfer-file-write': {
    before: makeAllFiles,
    async given(shop) {
      const { order, refund, file } = await makeFile(shop);
      return { order, refund, file, body: { file } };
    },
    rivals: ['a transfer arrives', 'a colleague cancels the file', 'a colleague marks it as paid'],
    isRepeatable: true,
  },
};
