import { overdueBefore } from '#features/orders/domain/payment-view.ts';
import { orderStatusNames } from '#features/orders/words/staff/status-names.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { OfficeCallRegistry } from '#features/staff/server/public.ts';
import { spreadsheetTime } from '#kernel/dates.ts';
import { decimalFigure } from '#kernel/money.ts';
import { ok } from '#kernel/result.ts';
import type { Queryable } from '#platform/db/db.ts';
import { toInstant, toInstantOrNull } from '#wire/fields.ts';
import type { OrderFilter } from '../domain/order-filter.ts';
import { ordersCount, ordersExport, ordersList } from '../office-contract/orders.ts';
import { methodNames, sourceText } from '../words/list-words.ts';
import { type ExportColumns, exportList, yesOrNo } from './export-list.ts';
import { PAGE } from './list-limits.ts';
import { countOrders, itemIdOf, itemsToFilter, type ListedOrder, listOrders } from './list-orders-store.ts';
import {
  type After,
  afterText,
  countOnWire,
  countsOf,
  foundOf,
  type ListParts,
  type Place,
  pageOf,
  readAfter,
  type WireFilter,
  withMoments,
} from './list-parts.ts';
import { nameOfPerson } from './list-people-store.ts';
import { ORDER_MATCHES } from './order-matches-store.ts';

export function addOrderListCalls(calls: OfficeCallRegistry, { db, loadShop }: ListParts): void {
  calls.add(ordersList, async ({ filter: requested, sort, after }, { now }) =>
    db.read(async (tx) => {
      const query = await queryOf(tx, requested, await loadShop(tx), now);
      const [rows, matching, items, customer] = await Promise.all([
        listOrders(tx, {
          ...query,
          sort,
          after: readAfter(after),
          limit: PAGE + 1,
        }),
        countOrders(tx, query),
        itemsToFilter(tx, requested.item),
        requested.customer === null ? null : nameOfPerson(tx, requested.customer),
      ]);
      const { shown, next } = pageOf(rows);
      return ok({
        rows: shown.map(onWire),
        next: next && PLACE.text(next),
        ...countOnWire(matching),
        total: matching.total,
        paid: matching.paid,
        customer,
        items,
      });
    }),
  );

  calls.add(ordersCount, async (wanted, { now }) =>
    db.read(async (tx) => {
      const shop = await loadShop(tx);
      const count = async (filter: WireFilter<OrderFilter>, max: number) =>
        countOrders(tx, await queryOf(tx, filter, shop, now), max);
      return ok(await countsOf(wanted, count));
    }),
  );

  calls.add(ordersExport, async ({ filter, sort, without, after }, context) =>
    exportList(
      { db, loadShop },
      { list: 'orders', columns: COLUMNS, without, after, place: PLACE },
      context,
      async (tx, shop, part) =>
        listOrders(tx, {
          ...(await queryOf(tx, filter, shop, context.now)),
          ...part,
          sort,
        }),
    ),
  );
}

const PLACE: Place<ListedOrder, After> = {
  text: ({ createdAt, id, total }) => afterText({ at: createdAt, id, amount: total }),
  read: readAfter,
};

export async function queryOf(tx: Queryable, requested: WireFilter<OrderFilter>, shop: Shop, now: Date) {
  const filter: OrderFilter = withMoments(requested);
  const item = filter.item === null ? null : await itemIdOf(tx, filter.item);
  return {
    filter,
    found: await foundOf(tx, filter.text, shop, ORDER_MATCHES),
    item,
    overdueBefore: overdueBefore(shop.public.timezone, now),
  };
}

const onWire = (order: ListedOrder) => ({
  code: order.code,
  created_at: toInstant(order.createdAt),
  status: order.status,
  customer_name: order.customerName,
  total: order.total,
  paid: order.paid,
  refunded: order.refunded,
  due_at: toInstantOrNull(order.dueAt),
  is_overdue: order.isOverdue,
  are_terms_open: order.areTermsOpen,
  items: order.items,
});

const COLUMNS: ExportColumns<ListedOrder> = {
  order: ({ code }) => code,
  placed: ({ createdAt }, shop) => spreadsheetTime(createdAt, shop.timezone),
  status: {
    words: ({ status }, _shop, { translate }) => translate(orderStatusNames[status]),
    code: ({ status }) => status,
  },
  due: ({ dueAt }, shop) => (dueAt ? spreadsheetTime(dueAt, shop.timezone) : ''),
  overdue: yesOrNo(({ isOverdue }) => isOverdue),
  terms_open: yesOrNo(({ areTermsOpen }) => areTermsOpen),
  refunded: ({ refunded }, shop) => decimalFigure(refunded, shop.currencyDigits),
  name: ({ customerName }) => customerName,
  email: ({ customerEmail }) => customerEmail,
  items: ({ items }) => items.map(({ name, count }) => `${count} ${name}`).join(', '),
  method: {
    words: ({ method }, _shop, { translate }) => translate(methodNames[method]),
    code: ({ method }) => method,
  },
  paid_through: {
    words: ({ sources }, _shop, language) => sources.map((source) => sourceText(language, source)).join(', '),
    code: ({ sources }) => sources.join(', '),
  },
  channel: ({ channel }) => channel,
  paid: ({ paid }, shop) => decimalFigure(paid, shop.currencyDigits),
  total: ({ total }, shop) => decimalFigure(total, shop.currencyDigits),
  currency: (_order, shop) => shop.currency,
};
