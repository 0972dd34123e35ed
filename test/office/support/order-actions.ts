import type { Order } from '#features/orders/contract.ts';
import type { OfficeAction } from './office-action.ts';
import { dayLater } from './plan-actions.ts';
import {
  cancelInOffice,
  makePaidByAnother,
  makePaidOrder,
  makePaidSeat,
  newestIn,
  newName,
  newNumber,
  type OfficeShop,
  ofOrder,
  placeByCard,
  placeByTransfer,
  placeSeatByTransfer,
  putItemInCart,
  sql,
} from './situations.ts';

/* Orders, their tickets and mails. */

const leaveOneSeat = (shop: OfficeShop, departure: number) =>
  sql(
    shop,
    'update departures set capacity = sold + held + 1, capacity_wanted = sold + held + 1 where id = $1',
    departure,
  );

const newestMailOf = ({ owner }: OfficeShop, { code }: Order): Promise<number> => newestIn(owner, code, 'mail');

const setMailStatus = (shop: OfficeShop, order: Order, status: 'sent' | 'failed') =>
  sql(
    shop,
    `update mails set status = $2, next_try_at = null, sent_at = case when $2 = 'sent' then created_at end, tries = 9
     where ${ofOrder}`,
    order.code,
    status,
  );

/** Returns the request for a phone order of one seat by a new customer. */
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
    ...{ beyond_limits: false, beyond_capacity: false, free_of_charge: false, reason: '' },
  };
}

async function noteOn({ owner }: OfficeShop, { code }: Order): Promise<number> {
  await owner.browser.done('order-note-write', { code, body: 'Called.', is_pinned: false, remind_on: '' });
  return await newestIn(owner, code, 'note');
}

export const orderActions: Readonly<Record<string, OfficeAction>> = {
  'order-cancel': {
    async given(shop) {
      const { order, url } = await placeByCard(shop);
      return { order, url, body: { code: order.code, reason: 'You asked us to.' } };
    },
    rivals: [
      'the customer pays at the open page',
      'the customer waits for a transfer instead',
      'a transfer arrives',
      'a colleague books the money',
    ],
  },
  'order-move-due-date': {
    async given(shop) {
      const order = await placeByTransfer(shop);
      return { order, body: { code: order.code, day: dayLater(order, 9) } };
    },
    rivals: ['a transfer arrives', 'due work continues', 'a colleague cancels', 'a colleague books the money'],
  },
  'order-revive': {
    async given(shop) {
      const order = await cancelInOffice(shop, await placeSeatByTransfer(shop));
      const { departure } = (await shop.app.db.row<{ departure: number }>(
        `select departure_id as departure from order_lines where ${ofOrder}`,
        [order.code],
      ))!;
      await leaveOneSeat(shop, departure);
      return { order, departure, body: { code: order.code } };
    },
    rivals: ['the customer takes the last seat', 'a transfer arrives', 'a colleague books the money'],
  },

  'order-mail-again': {
    async given(shop) {
      const order = await placeByTransfer(shop);
      return { order, body: { code: order.code, current: true, mails: [await newestMailOf(shop, order)] } };
    },
    rivals: ['the customer pays by a link', 'a transfer arrives', 'a colleague cancels'],
  },
  'mails-again': {
    async given(shop) {
      const order = await makePaidOrder(shop);
      await setMailStatus(shop, order, 'sent');
      return { order, body: { filter: { view: 'sent', text: order.code } } };
    },
    rivals: ['the customer changes the holder', 'the customer asks for a refund', 'a colleague refunds'],
  },
  'mails-retry': {
    async given(shop) {
      const order = await placeByTransfer(shop);
      await setMailStatus(shop, order, 'failed');
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
      const { email, checkOut } = await putItemInCart(shop);
      return { checkOut, body: { email, network: '', reason: 'Keeps seats all day.' } };
    },
    rivals: ['the customer checks out'],
  },
  'order-note-write': {
    async given(shop) {
      const order = await makePaidByAnother(shop);
      return { order, body: { code: order.code, body: 'Called.', is_pinned: false, remind_on: '2026-12-24' } };
    },
    rivals: ['the customer is deleted', 'a transfer arrives'],
    isRepeatable: true,
  },
  'order-reminder-set': {
    async given(shop) {
      const order = await makePaidByAnother(shop);
      const note = await noteOn(shop, order);
      return { order, body: { code: order.code, note, was: '', remind_on: '2026-12-24' } };
    },
    rivals: ['the customer is deleted', 'a transfer arrives'],
  },
  'order-note-remove': {
    async given(shop) {
      const order = await makePaidByAnother(shop);
      return { order, body: { code: order.code, note: await noteOn(shop, order) } };
    },
    rivals: ['the customer is deleted', 'a transfer arrives'],
  },
  'ticket-holder-change': {
    async given(shop) {
      const order = await makePaidOrder(shop);
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
      const order = await makePaidSeat(shop);
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
};
