import { applyFraudWarning } from '#features/disputes/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import { applyPayout } from '#features/payouts/server/public.ts';
import type { OfficePerson } from '../../support/office-people.ts';
import type { Answer } from '../../support/shop-app.ts';
import { planActions } from './plan-actions.ts';
import {
  allFilesMade,
  awaiting,
  awaitingSeat,
  cancelled,
  endedWithMoney,
  fileMade,
  itemInCart,
  moneyWithoutOrder,
  newName,
  newNumber,
  type OfficeShop,
  paid,
  paidByAnother,
  paidByCard,
  paidSeat,
  paidTwice,
  payingByCard,
  planWithCard,
  refundAsked,
  refundStarted,
  statementOf,
  ticketsOf,
  transferArrives,
} from './situations.ts';

/* Every call by which staff change something for a customer, with a situation in which it can be made and rivals that
 * can interfere. The tests of previews and of races run through this table and fail if a call is missing. */

export type Rival =
  | 'the customer pays at the open page'
  | 'the customer pays by a link'
  | 'the customer opens a payment page'
  | 'the customer waits for a transfer instead'
  | 'the customer asks for a refund'
  | 'the customer withdraws the request'
  | 'the customer changes the holder'
  | 'the customer takes the last seat'
  | 'the customer checks out'
  | 'the customer removes the card'
  | 'the customer is deleted'
  | 'a transfer arrives'
  | 'the payer disputes'
  | 'the provider says it again'
  | 'due work goes on'
  | 'a colleague cancels'
  | 'a colleague refunds'
  | 'a colleague books the money'
  | 'a colleague approves'
  | 'a colleague cancels the file'
  | 'a colleague says it is paid'
  | 'a colleague says it came back'
  | 'a colleague starts the refund'
  | 'a colleague refuses the refund'
  | 'a colleague tries it again'
  | 'a colleague changes the holder'
  | 'a colleague revives'
  | 'a colleague moves the part'
  | 'a colleague splits the part'
  | 'a colleague waives the part'
  | 'a colleague mails the link'
  | 'a colleague takes the change back'
  | 'a colleague ignores the line'
  | 'a colleague discards the statement'
  | 'a colleague stops';

export interface Situation {
  /** The request, without fingerprint and request key. */
  readonly body: object;
  /** The order that the request concerns. */
  readonly order?: Order;
  /** The order's open payment page. */
  readonly url?: string;
  /** A departure with one seat left. */
  readonly departure?: number;
  readonly refund?: string;
  readonly receipt?: number;
  readonly file?: string;
  readonly run?: number;
  /** The id of the last change of the order's plan. */
  readonly change?: number;
  /** A line of a statement. */
  readonly line?: { readonly import: number; readonly number: number };
  /** Checks out the cart as the customer. */
  readonly checkOut?: () => Promise<Answer>;
  /** Repeats the provider's message. */
  readonly words?: () => Promise<unknown>;
}

export interface OfficeAction {
  /** Removes what earlier situations left. */
  before?(shop: OfficeShop): Promise<unknown>;
  given(shop: OfficeShop): Promise<Situation>;
  /**
   * Rivals in addition to a colleague who makes the same call. The first one is the customer or acts for them; every
   * run of the tests includes it.
   */
  readonly rivals: readonly [Rival, ...Rival[]];
  /** Whether repeating the call only adds to the audit log. By default it is refused. */
  readonly isHarmlessAgain?: boolean;
  /** Fields of the request that its preview does not depend on. */
  readonly free?: readonly string[];
}

const wholeDay = '';
const sql = ({ app }: OfficeShop, text: string, ...parameters: readonly unknown[]) => app.db.run(text, parameters);
const ofOrder = 'order_id = (select id from orders where code = $1)';

/** Describes an order by phone of one seat, for a new customer. */
function newOrderOf(departure: string) {
  const person = { full_name: newName('Holder'), email: `customer${newNumber()}@example.org` };
  return {
    ...person,
    ...{ channel: 'phone', items: [{ code: 'coach-amsterdam', ...person, age: null, departure }] },
    ...{
      country: 'NL',
      address: { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' },
      shipping: null,
    },
    ...{ payment_method: 'bank_transfer', voucher_code: null, accepted_terms: true, desk_receipt: '' },
    ...{ beyond_limits: false, reason: '' },
  };
}

/** Returns the id of an order's newest note or mail. */
export async function newestIn({ browser }: OfficePerson, code: string, what: 'note' | 'mail'): Promise<number> {
  const { entries } = await browser.done('order-timeline', { code });
  return entries.find((entry: { what: string }) => entry.what === what).id;
}

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

async function noteOn({ owner }: OfficeShop, { code }: Order): Promise<number> {
  await owner.browser.done('order-note-write', { code, body: 'Called.', is_pinned: false, remind_on: '' });
  return await newestIn(owner, code, 'note');
}

const mailOf = ({ owner }: OfficeShop, { code }: Order): Promise<number> => newestIn(owner, code, 'mail');
const mailsOf = (shop: OfficeShop, order: Order, status: 'sent' | 'failed') =>
  sql(
    shop,
    `update mails set status = $2, next_try_at = null, sent_at = case when $2 = 'sent' then created_at end, tries = 9
     where ${ofOrder}`,
    order.code,
    status,
  );

async function toRefund(shop: OfficeShop, order: Order, to: 'bank' | 'card') {
  const { items } = await shop.owner.browser.done('refund-to-create', { code: order.code });
  return {
    ...{ code: order.code, lines: [items[0].line], fees: 'kept', shipping: null, amount: null, to },
    reason: 'The tent is closed.',
  };
}

const leaveOneSeat = (shop: OfficeShop, departure: number) =>
  sql(
    shop,
    'update departures set capacity = sold + held + 1, capacity_wanted = sold + held + 1 where id = $1',
    departure,
  );

/** Starts a refund to a card, which is not answered yet. */
async function cardRefund(shop: OfficeShop): Promise<{ order: Order; movement: string }> {
  const order = await paidByCard(shop);
  const request = await toRefund(shop, order, 'card');
  const { preview } = await shop.owner.browser.done('refund-create', request);
  await shop.owner.browser.done('refund-create', { ...request, preview });
  return { order, movement: `${order.code}-R1-M1` };
}

/** Makes an order of the cancelled pass need a person. Returns the cancellation. */
async function inNeed({ app }: OfficeShop, { code }: Order): Promise<number> {
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

const requested = async (shop: OfficeShop) => {
  const order = await paid(shop);
  const refund = await refundAsked(shop, order);
  return { order, refund };
};

export const actions: Readonly<Record<string, OfficeAction>> = {
  // ---------------------------------------------------------------- money
  'payment-record': {
    async given(shop) {
      const order = await awaiting(shop);
      const transaction = `office-${newNumber()}`;
      return { order, body: { reference: order.code, amount: order.total_price, transaction, day: wholeDay } };
    },
    rivals: ['the customer pays by a link', 'a transfer arrives', 'a colleague cancels'],
  },
  'payment-undo': {
    async given(shop) {
      const order = await awaiting(shop);
      const receipt = await transferArrives(shop, order.code, order.total_price);
      return { order, receipt, body: { receipt } };
    },
    rivals: ['the customer asks for a refund', 'a transfer arrives', 'a colleague refunds'],
  },
  'payment-reset-attempts': {
    async given(shop) {
      const order = await awaiting(shop);
      await sql(shop, `update payments set attempts = 5 where ${ofOrder}`, order.code);
      return { order, body: { reference: order.payments[0]!.reference } };
    },
    rivals: ['a transfer arrives', 'a colleague cancels'],
    isHarmlessAgain: true,
  },
  'receipt-assign': {
    async given(shop) {
      const order = await awaiting(shop);
      const receipt = await moneyWithoutOrder(shop, order.total_price);
      return { order, receipt, body: { receipt, to: order.code } };
    },
    rivals: ['the customer pays by a link', 'a transfer arrives', 'a colleague cancels', 'a colleague books the money'],
  },
  'receipt-settle': {
    async given(shop) {
      const receipt = await moneyWithoutOrder(shop, 4_321);
      const order = await awaiting(shop);
      return { order, receipt, body: { receipt, note: 'Sent back by hand.', returned: true } };
    },
    rivals: ['a colleague books the money', 'the customer pays by a link'],
  },
  'receipt-keep': {
    async given(shop) {
      const { order, receipt } = await paidTwice(shop);
      return { order, receipt, body: { receipt, reason: 'Paid for a friend.' } };
    },
    rivals: ['a colleague books the money', 'the payer disputes', 'the customer asks for a refund'],
  },
  'receipt-send-back': {
    async given(shop) {
      const { order, receipt } = await paidTwice(shop);
      return { order, receipt, body: { receipt } };
    },
    rivals: ['a colleague books the money', 'the payer disputes', 'the customer asks for a refund'],
  },
  'order-return-owed': {
    async given(shop) {
      const order = await endedWithMoney(shop);
      return { order, body: { code: order.code, amount: 2_000, transaction: `office-${newNumber()}` } };
    },
    rivals: ['a transfer arrives', 'the customer pays by a link', 'a colleague revives', 'a colleague books the money'],
  },
  'order-settle-problem': {
    async given(shop) {
      const order = await awaiting(shop);
      await transferArrives(shop, order.code, order.total_price);
      await sql(shop, `update orders set payment_status = 'problem' where code = $1`, order.code);
      return { order, body: { code: order.code, to: 'paid', reason: '' } };
    },
    rivals: ['a transfer arrives', 'the customer asks for a refund', 'a colleague refunds'],
  },
  'charge-end': {
    async given(shop) {
      const order = await planWithCard(shop);
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
      const order = await paidByCard(shop);
      const row = await shop.app.db.row<{ transaction: string }>(`select transaction from receipts where ${ofOrder}`, [
        order.code,
      ]);
      const id = `warning-${newNumber()}`;
      const fact = { about: 'fraud_warning', id, reason: 'stolen card', ...row! } as const;
      const say = () => applyFraudWarning({ db: shop.app.db }, 'sandbox', fact, shop.app.clock.now());
      await say();
      return { order, words: say, body: { warning: id, note: 'A regular.' } };
    },
    rivals: ['the provider says it again', 'the payer disputes', 'a colleague refunds'],
  },
  'payout-settle': {
    async given(shop) {
      const id = `po-${newNumber()}`;
      const fact = {
        ...({ about: 'payout', id, state: 'paid', reason: '', amount: 14_000, currency: 'EUR' } as const),
        ...{ arrivesOn: '2026-11-20', statement: 'SANDBOX' },
        parts: { charges: 15_300, refunds: -1_000, disputes: 0, fees: -200, failedBefore: 0, other: 0 },
      };
      const say = (changes: object = {}) =>
        applyPayout(
          { db: shop.app.db, currency: async () => 'EUR' },
          'sandbox',
          { ...fact, ...changes },
          shop.app.clock.now(),
        );
      await say();
      return {
        words: () => say({ state: 'failed', reason: 'the account is closed', parts: 'never' }),
        body: { payout: id, note: 'A payment by link.' },
      };
    },
    rivals: ['the provider says it again'],
  },
  'statement-book': {
    async given(shop) {
      const order = await awaiting(shop);
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
      const order = await awaiting(shop);
      const body = await lineToBook(shop, order);
      const { preview } = await shop.owner.browser.done('statement-book', { ...body, preview: '' });
      await shop.owner.browser.done('statement-book', { ...body, preview });
      return { order, body: { import: body.import, number: body.lines[0]!.number } };
    },
    rivals: ['the customer asks for a refund', 'the customer changes the holder', 'a colleague refunds'],
  },

  // ---------------------------------------------------------------- orders, their tickets and mails
  'order-cancel': {
    async given(shop) {
      const { order, url } = await payingByCard(shop);
      return { order, url, body: { code: order.code, reason: 'You asked us to.' } };
    },
    rivals: [
      'the customer pays at the open page',
      'the customer waits for a transfer instead',
      'a transfer arrives',
      'a colleague books the money',
    ],
  },
  'order-revive': {
    async given(shop) {
      const order = await cancelled(shop, await awaitingSeat(shop));
      const { departure } = (await shop.app.db.row<{ departure: number }>(
        `select departure_id as departure from order_lines where ${ofOrder}`,
        [order.code],
      ))!;
      await leaveOneSeat(shop, departure);
      return { order, departure, body: { code: order.code } };
    },
    rivals: ['the customer takes the last seat', 'a transfer arrives', 'a colleague books the money'],
  },

  ...planActions,
  'order-mail-again': {
    async given(shop) {
      const order = await awaiting(shop);
      return { order, body: { code: order.code } };
    },
    rivals: ['the customer pays by a link', 'a transfer arrives', 'a colleague cancels'],
  },
  'mail-send-again': {
    async given(shop) {
      const order = await paid(shop);
      return { order, body: { code: order.code, mail: await mailOf(shop, order), to: '' } };
    },
    rivals: ['the customer changes the holder', 'the customer asks for a refund', 'a colleague refunds'],
  },
  'mails-again': {
    async given(shop) {
      const order = await paid(shop);
      await mailsOf(shop, order, 'sent');
      return { order, body: { filter: { view: 'sent', text: order.code } } };
    },
    rivals: ['the customer changes the holder', 'the customer asks for a refund', 'a colleague refunds'],
  },
  'mails-retry': {
    async given(shop) {
      const order = await awaiting(shop);
      await mailsOf(shop, order, 'failed');
      return { order, body: { filter: { view: 'failed', text: order.code } } };
    },
    rivals: ['a transfer arrives', 'a colleague cancels'],
  },
  'order-create': {
    async given(shop) {
      const departure = (await shop.app.db.row<{ id: number; code: string }>(
        `select d.id, d.code from departures d join shop_items i on i.id = d.item_id
         where i.external_code = 'coach-amsterdam' and d.is_active order by d.departs_at desc limit 1`,
      ))!;
      await leaveOneSeat(shop, departure.id);
      return { departure: departure.id, body: newOrderOf(departure.code) };
    },
    rivals: ['the customer takes the last seat'],
  },
  'held-free': {
    async given(shop) {
      const { email, checkOut } = await itemInCart(shop);
      return { checkOut, body: { email, network: '', reason: 'Keeps seats all day.' } };
    },
    rivals: ['the customer checks out'],
  },
  'order-note-write': {
    async given(shop) {
      const order = await paidByAnother(shop);
      return { order, body: { code: order.code, body: 'Called.', is_pinned: false, remind_on: '2026-12-24' } };
    },
    rivals: ['the customer is deleted', 'a transfer arrives'],
    isHarmlessAgain: true,
  },
  'order-reminder-set': {
    async given(shop) {
      const order = await paidByAnother(shop);
      const note = await noteOn(shop, order);
      return { order, body: { code: order.code, note, was: '', remind_on: '2026-12-24' } };
    },
    rivals: ['the customer is deleted', 'a transfer arrives'],
  },
  'order-note-remove': {
    async given(shop) {
      const order = await paidByAnother(shop);
      return { order, body: { code: order.code, note: await noteOn(shop, order) } };
    },
    rivals: ['the customer is deleted', 'a transfer arrives'],
  },
  'ticket-holder-change': {
    async given(shop) {
      const order = await paid(shop);
      const holder = { full_name: newName('Ana'), email: 'ana@example.org', age: '25-34' };
      return {
        order,
        body: { order: order.code, position: 1, generation: 1, ...holder, beyond_limits: false, reason: '' },
      };
    },
    rivals: ['the customer changes the holder', 'the customer asks for a refund', 'a colleague refunds'],
  },
  'ticket-time-change': {
    async given(shop) {
      const order = await paidSeat(shop);
      const shown = await shop.owner.browser.done('ticket-to-change', { order: order.code, position: 1 });
      const other = shown.departures.find(({ id }: { id: number }) => id !== shown.departure);
      await leaveOneSeat(shop, other.id);
      return {
        order,
        departure: other.id,
        body: { order: order.code, positions: [1], departure: other.id, beyond_limits: false, reason: '' },
      };
    },
    rivals: ['the customer takes the last seat', 'the customer asks for a refund', 'a colleague refunds'],
  },

  // ---------------------------------------------------------------- refunds
  'cancellation-retry': {
    async given(shop) {
      const order = await paid(shop);
      return { order, body: { cancellation: await inNeed(shop, order), codes: [order.code] } };
    },
    rivals: ['the customer asks for a refund', 'the customer changes the holder', 'a colleague refunds'],
  },
  'refund-create': {
    async given(shop) {
      const order = await paid(shop);
      return { order, body: await toRefund(shop, order, 'bank') };
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
      const { order, refund } = await requested(shop);
      return { order, refund, body: { code: refund } };
    },
    rivals: ['the customer withdraws the request', 'a transfer arrives', 'a colleague refuses the refund'],
  },
  'refund-refuse': {
    async given(shop) {
      const { order, refund } = await requested(shop);
      return { order, refund, body: { code: refund, reason: 'The coach has left.' } };
    },
    rivals: ['the customer withdraws the request', 'a transfer arrives', 'a colleague starts the refund'],
  },
  'refunds-start': {
    async given(shop) {
      const { order, refund } = await requested(shop);
      return { order, refund, body: { codes: [refund] } };
    },
    rivals: ['the customer withdraws the request', 'a transfer arrives', 'a colleague refuses the refund'],
  },
  'refunds-refuse': {
    async given(shop) {
      const { order, refund } = await requested(shop);
      return { order, refund, body: { codes: [refund], reason: 'The coach has left.' } };
    },
    rivals: ['the customer withdraws the request', 'a transfer arrives', 'a colleague starts the refund'],
  },
  'refund-movement-retry': {
    async given(shop) {
      const { order, refund } = await refundStarted(shop);
      const held = { code: refund, note: 'Account closed.' };
      const { preview } = await shop.owner.browser.done('refund-returned', held);
      await shop.owner.browser.done('refund-returned', { ...held, preview });
      return { order, refund, body: { movement: `${refund}-M1`, by_bank: true } };
    },
    rivals: ['a transfer arrives', 'a colleague says it is paid'],
  },
  'refund-looked-up': {
    async given(shop) {
      const { order, movement } = await cardRefund(shop);
      await sql(
        shop,
        `update refund_movements set unclear_at = $2, next_try_at = null where key = $1`,
        movement,
        shop.app.clock.now(),
      );
      return { order, refund: `${order.code}-R1`, body: { movement, was_made: true } };
    },
    rivals: ['the payer disputes', 'a transfer arrives', 'a colleague tries it again'],
  },
  'refund-paid': {
    async given(shop) {
      const { order, refund } = await refundStarted(shop);
      return { order, refund, body: { code: refund, number: `paid-${newNumber()}` } };
    },
    rivals: ['a transfer arrives', 'the customer pays by a link', 'a colleague says it came back'],
  },
  'refund-returned': {
    async given(shop) {
      const { order, refund } = await refundStarted(shop);
      return { order, refund, body: { code: refund, note: 'Account closed.' } };
    },
    rivals: ['a colleague says it is paid', 'a transfer arrives'],
  },
  'transfer-file-make': {
    before: allFilesMade,
    async given(shop) {
      const { order, refund } = await refundStarted(shop);
      const { next } = await shop.owner.browser.done('transfer-files');
      return { order, refund, body: { content: next.content } };
    },
    rivals: ['a colleague says it is paid', 'a transfer arrives'],
  },
  'transfer-file-approve': {
    before: allFilesMade,
    async given(shop) {
      const { order, refund, file } = await fileMade(shop);
      // The amount is now above the sum that needs a second person.
      await sql(
        shop,
        `update transfer_files set needs_approval = true, made_by_staff = $2 where message_id = $1`,
        file,
        shop.colleague.id,
      );
      return { order, refund, file, body: { file } };
    },
    rivals: ['a transfer arrives', 'a colleague cancels the file', 'a colleague says it is paid'],
  },
  'transfer-file-cancel': {
    before: allFilesMade,
    async given(shop) {
      const { order, refund, file } = await fileMade(shop);
      return { order, refund, file, body: { file } };
    },
    rivals: ['a colleague says it is paid', 'a transfer arrives'],
  },
  'transfer-file-write': {
    before: allFilesMade,
    async given(shop) {
      const { order, refund, file } = await fileMade(shop);
      return { order, refund, file, body: { file } };
    },
    rivals: ['a transfer arrives', 'a colleague cancels the file', 'a colleague says it is paid'],
    isHarmlessAgain: true,
  },

  // ---------------------------------------------------------------- many at once
  'orders-bulk-cancel': {
    async given(shop) {
      const order = await awaiting(shop);
      return { order, body: bulk(order, { reason: 'Sold out.' }) };
    },
    // The reason is typed below the preview, and the filter does not matter while orders are chosen.
    free: ['filter', 'reason'],
    rivals: ['the customer pays by a link', 'a transfer arrives', 'a colleague cancels'],
  },
  'orders-bulk-mail': {
    async given(shop) {
      const order = await awaiting(shop);
      return { order, body: bulk(order) };
    },
    free: ['filter'],
    rivals: ['a transfer arrives', 'a colleague cancels'],
  },
  'tickets-bulk-mail': {
    async given(shop) {
      const order = await paid(shop);
      return { order, body: { ...bulk(order), chosen: (await ticketsOf(shop, order)).map(({ id }) => id) } };
    },
    free: ['filter'],
    rivals: ['the customer asks for a refund', 'a colleague refunds'],
  },
  'bulk-stop': {
    before: ({ app }) => app.settle(),
    async given(shop) {
      const order = await awaiting(shop);
      const request = bulk(order, { reason: 'Sold out.' });
      const { fingerprint, at } = await shop.owner.browser.done('orders-bulk-cancel', request);
      const { run } = await shop.owner.browser.done('orders-bulk-cancel', { ...request, fingerprint, at });
      return { order, run, body: { run, stop: true } };
    },
    rivals: ['due work goes on', 'a transfer arrives', 'a colleague cancels'],
    isHarmlessAgain: true,
  },
};

const bulk = ({ code }: Order, changes: object = {}) => ({
  filter: { view: 'all', text: '' },
  chosen: [code],
  ...changes,
});
