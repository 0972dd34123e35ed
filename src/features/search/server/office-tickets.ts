import type { Shop } from '#features/shop-config/server/public.ts';
import type { OfficeCallRegistry } from '#features/staff/server/public.ts';
import { spreadsheetTime } from '#kernel/dates.ts';
import { ok } from '#kernel/result.ts';
import type { Queryable } from '#platform/db/db.ts';
import { toInstant } from '#wire/fields.ts';
import type { TicketFilter } from '../domain/ticket-filter.ts';
import { ticketsCount, ticketsExport, ticketsList } from '../office-contract/tickets.ts';
import { ticketStateText } from '../words/list-words.ts';
import { type ExportColumns, exportList, yesOrNo } from './export-list.ts';
import { PAGE } from './list-limits.ts';
import { countOnWire, countsOf, foundOf, type ListParts, pageOf, placeById } from './list-parts.ts';
import {
  countTickets,
  findFilteredItem,
  type ListedTicket,
  listTickets,
  type TicketsQuery,
  ticketItems,
} from './list-tickets-store.ts';
import { TICKET_MATCHES } from './order-matches-store.ts';

export function addTicketListCalls(calls: OfficeCallRegistry, { db, loadShop }: ListParts): void {
  calls.add(ticketsList, async ({ filter, sort, after }) =>
    db.read(async (tx) => {
      const query = await queryOf(tx, filter, await loadShop(tx));
      const [rows, count, items] = await Promise.all([
        listTickets(tx, { ...query, sort, after, limit: PAGE + 1 }),
        countTickets(tx, query),
        ticketItems(tx, filter.item),
      ]);
      const { shown, next } = pageOf(rows);
      return ok({
        rows: shown.map(onWire),
        next: next?.id ?? null,
        ...countOnWire(count),
        items,
        departures: departuresOf(query.item).map(({ id, departsAt, timezone }) => ({
          id,
          departs_at: toInstant(departsAt),
          timezone,
        })),
      });
    }),
  );

  calls.add(ticketsCount, async (wanted) =>
    db.read(async (tx) => {
      const shop = await loadShop(tx);
      const count = async (filter: TicketFilter, max: number) => countTickets(tx, await queryOf(tx, filter, shop), max);
      return ok(await countsOf(wanted, count));
    }),
  );

  calls.add(ticketsExport, async ({ filter, sort, without, after }, context) =>
    exportList(
      { db, loadShop },
      { list: 'tickets', columns: COLUMNS, without, after, place: placeById },
      context,
      async (tx, shop, part) =>
        listTickets(tx, {
          ...(await queryOf(tx, filter, shop)),
          ...part,
          sort,
        }),
    ),
  );
}

export async function queryOf(
  tx: Queryable,
  filter: TicketFilter,
  shop: Shop,
): Promise<Pick<TicketsQuery, 'filter' | 'found' | 'item'>> {
  const item = filter.item === null ? null : ((await findFilteredItem(tx, filter.item)) ?? 'unknown');
  return { filter, found: await foundOf(tx, filter.text, shop, TICKET_MATCHES), item };
}

const departuresOf = (item: TicketsQuery['item']) => (item === null || item === 'unknown' ? [] : item.departures);

const onWire = (ticket: ListedTicket) => ({
  id: ticket.id,
  order: ticket.order,
  full_name: ticket.name,
  email: ticket.email,
  item: ticket.item,
  departs_at: ticket.departsAt && toInstant(ticket.departsAt),
  timezone: ticket.timezone,
  status: ticket.status,
  is_pending: ticket.isPending,
  issued_at: toInstant(ticket.issuedAt),
});

const COLUMNS: ExportColumns<ListedTicket> = {
  order: ({ order }) => order,
  name: ({ name }) => name,
  email: ({ email }) => email,
  age: ({ age }) => age ?? '',
  item: ({ item }) => item,
  departs: ({ departsAt, timezone }) => (departsAt ? spreadsheetTime(departsAt, timezone) : ''),
  status: {
    words: ({ status, isPending }, _shop, language) => ticketStateText(language, status, isPending),
    code: ({ status }) => status,
  },
  fully_paid: yesOrNo(({ isPending }) => !isPending),
  issued: ({ issuedAt }, shop) => spreadsheetTime(issuedAt, shop.timezone),
};
