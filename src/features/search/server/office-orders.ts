import type { Shop } from '#features/shop-config/server/public.ts';
import { callerOf, type OfficeCallRegistry, writeAudit } from '#features/staff/server/public.ts';
import { csvText } from '#kernel/csv.ts';
import { decimalFigure } from '#kernel/money.ts';
import { ok } from '#kernel/result.ts';
import type { OfficeDb, Queryable } from '#platform/db/db.ts';
import { toInstant } from '#wire/fields.ts';
import type { OrderFilter } from '../domain/order-filter.ts';
import { searchWishes } from '../domain/search-wish.ts';
import { ordersExport, ordersList } from '../office-contract.ts';
import { countOrders, itemsToFilter, type ListedOrder, listOrders, MOST_COUNTED } from './list-orders-store.ts';

export interface OrderListParts {
  readonly db: OfficeDb;
  readonly loadShop: (db: Queryable) => Promise<Shop>;
}

const PAGE = 50;

export function addOrderListCalls(calls: OfficeCallRegistry, { db, loadShop }: OrderListParts): void {
  calls.add(ordersList, async ({ filter: asked, after }, { now }) =>
    db.read(async (tx) => {
      const wish = wishOf(asked, await loadShop(tx));
      const [rows, matching, items] = await Promise.all([
        listOrders(tx, { ...wish, after: readAfter(after), most: PAGE + 1 }, now),
        countOrders(tx, wish, now),
        itemsToFilter(tx),
      ]);
      const shown = rows.slice(0, PAGE);
      const last = shown.at(-1);
      return ok({
        rows: shown.map(onWire),
        next: rows.length > PAGE && last ? `${last.createdAt.getTime()}.${last.id}` : null,
        count: Math.min(matching.count, MOST_COUNTED),
        is_more: matching.count > MOST_COUNTED,
        total: matching.total,
        paid: matching.paid,
        items,
      });
    }),
  );

  calls.add(ordersExport, async ({ filter: asked }, context) =>
    db.transaction(async (tx) => {
      const shop = await loadShop(tx);
      const rows = await listOrders(tx, { ...wishOf(asked, shop), after: null, most: MOST_COUNTED + 1 }, context.now);
      const exported = rows.slice(0, MOST_COUNTED);
      const { actor } = callerOf(context);
      const details = { rows: exported.length };
      await writeAudit(
        tx,
        { actor, action: 'list.orders', subject: 'orders', details, private: context.private },
        context.now,
      );
      return ok({ csv: csvOf(exported, shop), rows: exported.length, is_cut: rows.length > MOST_COUNTED });
    }),
  );
}

type Asked = Omit<OrderFilter, 'from' | 'until'> & { readonly from?: string | null; readonly until?: string | null };

function wishOf(asked: Asked, shop: Shop) {
  const moment = (text: string | null | undefined) => (text ? new Date(text) : null);
  const filter: OrderFilter = { ...asked, from: moment(asked.from), until: moment(asked.until) };
  const facts = { orderPrefix: shop.private.orderPrefix, currencyDigits: shop.public.currencyDigits };
  return { filter, wishes: searchWishes(filter.text, facts) };
}

/** The last order of the page before, as `next` has it. */
function readAfter(text: string | null): { at: Date; id: number } | null {
  const [at, id] = (text ?? '').split('.').map(Number);
  return Number.isSafeInteger(at) && Number.isSafeInteger(id) ? { at: new Date(at!), id: id! } : null;
}

const onWire = (order: ListedOrder) => ({
  code: order.code,
  created_at: toInstant(order.createdAt),
  status: order.status,
  customer_name: order.customerName,
  total: order.total,
  paid: order.paid,
  is_overdue: order.isOverdue,
  are_terms_open: order.areTermsOpen,
  items: order.items,
});

const COLUMNS = [
  'order',
  'placed',
  'status',
  'name',
  'email',
  'items',
  'method',
  'channel',
  'paid',
  'total',
  'currency',
];

/** `2026-11-20 11:00`, as spreadsheets read it. */
const wallClock = (at: Date, timezone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timezone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ');

function csvOf(orders: readonly ListedOrder[], { public: shop }: Shop): string {
  const figure = (amount: number) => decimalFigure(amount, shop.currencyDigits);
  const rows = orders.map((order) => [
    order.code,
    wallClock(order.createdAt, shop.timezone),
    order.status,
    order.customerName,
    order.customerEmail,
    order.items.map(({ name, count }) => `${count} ${name}`).join(', '),
    order.method,
    order.channel,
    figure(order.paid),
    figure(order.total),
    shop.currency,
  ]);
  return csvText([COLUMNS, ...rows]);
}
