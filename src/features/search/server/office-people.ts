import type { Shop } from '#features/shop-config/server/public.ts';
import type { OfficeCallRegistry } from '#features/staff/server/public.ts';
import { spreadsheetTime } from '#kernel/dates.ts';
import { decimalFigure } from '#kernel/money.ts';
import { ok } from '#kernel/result.ts';
import type { Queryable } from '#platform/db/db.ts';
import { toInstant } from '#wire/fields.ts';
import type { PeopleFilter } from '../domain/people-filter.ts';
import { peopleCount, peopleExport, peopleList } from '../office-contract/people.ts';
import { type ExportColumns, exportList } from './export-list.ts';
import { PAGE } from './list-limits.ts';
import { countOnWire, countsOf, foundOf, type ListParts, momentOf, pageOf, placeById } from './list-parts.ts';
import { countPeople, type ListedPerson, listPeople } from './list-people-store.ts';
import { PERSON_MATCHES } from './order-matches-store.ts';

export function addPeopleListCalls(calls: OfficeCallRegistry, { db, loadShop }: ListParts): void {
  calls.add(peopleList, async ({ filter: requested, sort, after }) =>
    db.read(async (tx) => {
      const query = await queryOf(tx, requested, await loadShop(tx));
      const [rows, count] = await Promise.all([
        listPeople(tx, { ...query, sort, after, limit: PAGE + 1 }),
        countPeople(tx, query),
      ]);
      const { shown, next } = pageOf(rows);
      return ok({ rows: shown.map(onWire), next: next?.id ?? null, ...countOnWire(count) });
    }),
  );

  calls.add(peopleCount, async (wanted) =>
    db.read(async (tx) => {
      const shop = await loadShop(tx);
      return ok(await countsOf(wanted, async (filter, max) => countPeople(tx, await queryOf(tx, filter, shop), max)));
    }),
  );

  calls.add(peopleExport, async ({ filter, sort, without, after }, context) =>
    exportList(
      { db, loadShop },
      { list: 'people', columns: COLUMNS, without, after, place: placeById },
      context,
      async (tx, shop, part) => listPeople(tx, { ...(await queryOf(tx, filter, shop)), ...part, sort }),
    ),
  );
}

interface WireFilter {
  readonly text: string;
  readonly from?: string | null | undefined;
  readonly until?: string | null | undefined;
}

async function queryOf(tx: Queryable, { text, from, until }: WireFilter, shop: Shop) {
  const filter: PeopleFilter = { text, from: momentOf(from), until: momentOf(until) };
  return { filter, found: await foundOf(tx, text, shop, PERSON_MATCHES) };
}

const onWire = (person: ListedPerson) => ({
  id: person.id,
  full_name: person.name,
  email: person.email,
  created_at: toInstant(person.createdAt),
  orders: person.orders,
  last_order_at: person.lastOrderAt && toInstant(person.lastOrderAt),
  paid: person.paid,
});

const COLUMNS: ExportColumns<ListedPerson> = {
  name: ({ name }) => name,
  email: ({ email }) => email,
  country: ({ country }) => country ?? '',
  known_since: ({ createdAt }, shop) => spreadsheetTime(createdAt, shop.timezone),
  orders: ({ orders }) => String(orders),
  last_order: ({ lastOrderAt }, shop) => (lastOrderAt ? spreadsheetTime(lastOrderAt, shop.timezone) : ''),
  paid: ({ paid }, shop) => decimalFigure(paid, shop.currencyDigits),
  currency: (_person, shop) => shop.currency,
};
