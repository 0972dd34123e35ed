import type { Queryable, Tx } from '#platform/db/db.ts';
import { slicesOf } from '#platform/work/slices.ts';
import type { PlanStep } from '../contract.ts';
import type { ItemDetails } from './item-row.ts';

export interface ImportedEvent {
  readonly code: string;
  readonly name: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly timezone: string;
  readonly venue: string;
  readonly address: string;
  /** The gate's texts on the ticket; null if there are none. */
  readonly entrance: string | null;
  readonly gateTimes: string | null;
  readonly bring: string | null;
}

interface ImportedDeparture {
  /** Identifies the departure within its item. */
  readonly code: string;
  readonly departsAt: Date;
  /** Units for sale, including sold ones; null means unlimited. */
  readonly capacity: number | null;
}

export interface ImportedItem {
  readonly externalCode: string;
  readonly kind: 'tickets' | 'merchandise';
  readonly name: string;
  readonly type: string;
  readonly eventCode: string | null;
  readonly price: number;
  readonly fee: number;
  readonly taxBasisPoints: number;
  readonly refundFee: number;
  readonly limitPerOrder: number;
  readonly travelTimeType: 'fixed' | 'selectable' | null;
  readonly travelTime: Date | null;
  readonly timezone: string;
  readonly paymentPlan: readonly PlanStep[];
  /** Units for sale, including sold ones; null means unlimited. */
  readonly capacity: number | null;
  readonly departures: readonly ImportedDeparture[];
  readonly details: ItemDetails;
}

/** An item with its position in the folder. */
export interface PlacedItem extends ImportedItem {
  readonly position: number;
}

export interface KnownItem {
  readonly id: number;
  readonly externalCode: string;
}

/** Returns the kinds of all items, including withdrawn ones, by external code. */
export async function knownItemKinds(tx: Tx): Promise<Map<string, ImportedItem['kind']>> {
  const rows = await tx.rows<{ code: string; kind: ImportedItem['kind'] }>(
    'select external_code as code, kind from shop_items',
  );
  return new Map(rows.map(({ code, kind }) => [code, kind]));
}

/** Returns the plans on sale by external code. */
export async function plansOnSale(tx: Tx): Promise<Map<string, ImportedItem['paymentPlan']>> {
  const rows = await tx.rows<{ code: string; plan: ImportedItem['paymentPlan'] }>(
    'select external_code as code, payment_plan as plan from shop_items where is_active',
  );
  return new Map(rows.map(({ code, plan }) => [code, plan]));
}

/** An item's columns as JSON for the statements below. */
const itemsJson = (items: readonly PlacedItem[]): string =>
  JSON.stringify(
    items.map((item) => ({
      external_code: item.externalCode,
      kind: item.kind,
      name: item.name,
      type: item.type,
      event_code: item.eventCode,
      position: item.position,
      price: item.price,
      fee: item.fee,
      tax_basis_points: item.taxBasisPoints,
      refund_fee: item.refundFee,
      limit_per_order: item.limitPerOrder,
      travel_time_type: item.travelTimeType,
      travel_time: item.travelTime,
      timezone: item.timezone,
      payment_plan: item.paymentPlan,
      details: item.details,
      capacity: item.capacity,
    })),
  );

const WANTED_ITEMS = `jsonb_to_recordset($1) as wanted (
  external_code text, kind text, name text, type text, event_code text, position int, price bigint, fee bigint,
  tax_basis_points int, refund_fee bigint, limit_per_order int, travel_time_type text, travel_time timestamptz,
  timezone text, payment_plan jsonb, details jsonb, capacity int)`;

const departuresJson = (items: readonly PlacedItem[]): string =>
  JSON.stringify(
    items.flatMap(({ externalCode, departures }) =>
      departures.map(({ code, departsAt, capacity }) => ({
        external_code: externalCode,
        code,
        departs_at: departsAt,
        capacity,
      })),
    ),
  );

const wantedDepartures = (parameter: string): string =>
  `jsonb_to_recordset(${parameter}) as wanted (external_code text, code text, departs_at timestamptz, capacity int)`;

/** A capacity cannot fall below the units sold and held; later releases reduce it to the wanted capacity. */
const capacityOf = (table: string): string =>
  `case when wanted.capacity is null then null else greatest(wanted.capacity, ${table}.sold + ${table}.held) end`;

/** Columns of a known item, with SQL for the values from the folder. */
const ITEM_VALUES = {
  name: 'wanted.name',
  type: 'wanted.type',
  event_id: 'event.id',
  position: 'wanted.position',
  is_active: 'item.withdrawn_at is null',
  price: 'wanted.price',
  fee: 'wanted.fee',
  tax_basis_points: 'wanted.tax_basis_points',
  refund_fee: 'wanted.refund_fee',
  limit_per_order: 'wanted.limit_per_order',
  travel_time_type: 'wanted.travel_time_type',
  travel_time: 'wanted.travel_time',
  timezone: 'wanted.timezone',
  payment_plan: 'wanted.payment_plan',
  details: 'wanted.details',
  capacity_wanted: 'wanted.capacity',
  capacity: capacityOf('item'),
};

const DEPARTURE_VALUES = {
  departs_at: 'wanted.departs_at',
  is_active: 'departure.withdrawn_at is null',
  capacity_wanted: 'wanted.capacity',
  capacity: capacityOf('departure'),
};

type Values = Readonly<Record<string, string>>;
const assignments = (values: Values): string =>
  Object.entries(values)
    .map(([column, value]) => `${column} = ${value}`)
    .join(', ');
const differs = (table: string, values: Values): string =>
  `(${Object.keys(values)
    .map((column) => `${table}.${column}`)
    .join(', ')}) is distinct from (${Object.values(values).join(', ')})`;

/**
 * The number of items that one statement compares or inserts. Thousands would keep a core of the database busy for a
 * tenth of a second, while buyers wait.
 */
const ITEMS_PER_STATEMENT = 250;

/**
 * Returns the known items, by id, that differ from the folder: changed, withdrawn, or with other departures. Takes no
 * locks, so nobody has to wait for the comparison.
 */
export async function changedItems(db: Queryable, items: readonly PlacedItem[]): Promise<KnownItem[]> {
  const changed = await withdrawnItems(db, items);
  for (const some of slicesOf(items, ITEMS_PER_STATEMENT)) changed.push(...(await changedAmong(db, some)));
  return changed.sort((one, other) => one.id - other.id);
}

/** Returns the items on sale that the folder no longer contains. */
const withdrawnItems = (db: Queryable, items: readonly PlacedItem[]): Promise<KnownItem[]> =>
  db.rows<KnownItem>(
    `select item.id, item.external_code as "externalCode"
     from shop_items item
     where item.is_active
       and not exists (select from unnest($1::text[]) wanted (code) where wanted.code = item.external_code)`,
    [items.map(({ externalCode }) => externalCode)],
  );

const changedAmong = (db: Queryable, items: readonly PlacedItem[]): Promise<KnownItem[]> =>
  db.rows<KnownItem>(
    `select item.id, item.external_code as "externalCode"
     from shop_items item
     join ${WANTED_ITEMS} on wanted.external_code = item.external_code
     left join events event on event.code = wanted.event_code
     where ${differs('item', ITEM_VALUES)}
     union
     select item.id, item.external_code
     from shop_items item
     join ${wantedDepartures('$2')} on wanted.external_code = item.external_code
     left join departures departure on departure.item_id = item.id and departure.code = wanted.code
     where departure.id is null or ${differs('departure', DEPARTURE_VALUES)}
     union
     select item.id, item.external_code
     from departures departure
     join shop_items item on item.id = departure.item_id
     left join ${wantedDepartures('$2')} on wanted.external_code = item.external_code and wanted.code = departure.code
     where departure.is_active and wanted.code is null and item.external_code = any($3)`,
    [itemsJson(items), departuresJson(items), items.map(({ externalCode }) => externalCode)],
  );

/**
 * Updates these known items to match the folder, and withdraws those that it no longer contains. Returns the number of
 * withdrawn items. Never writes the counters of sold and held units, so no sale is lost.
 */
export async function saveKnownItems(
  tx: Tx,
  known: readonly KnownItem[],
  items: readonly PlacedItem[],
): Promise<number> {
  const ids = known.map(({ id }) => id);
  // Sent together: an import yields to the shop, so each round trip would prolong the locks that buyers wait for.
  // Locks in the order of every stock change: items by id, then departures by id. Like a stock change, it uses
  // `no key update`, which does not block orders whose lines reference the items.
  const [, , , , , , withdrawn] = await Promise.all([
    tx.run('select id from shop_items where id = any($1) order by id for no key update', [ids]),
    tx.run('select id from departures where item_id = any($1) order by id for no key update', [ids]),
    tx.run(
      `update shop_items item
     set ${assignments(ITEM_VALUES)}
     from ${WANTED_ITEMS}
     left join events event on event.code = wanted.event_code
     where item.external_code = wanted.external_code and item.id = any($2) and ${differs('item', ITEM_VALUES)}`,
      [itemsJson(items), ids],
    ),
    tx.run(
      `update departures departure
     set ${assignments(DEPARTURE_VALUES)}
     from ${wantedDepartures('$1')}
     join shop_items item on item.external_code = wanted.external_code
     where departure.item_id = item.id and departure.code = wanted.code and ${differs('departure', DEPARTURE_VALUES)}`,
      [departuresJson(items)],
    ),
    insertDepartures(tx, items),
    tx.run(
      `update departures departure
     set is_active = false
     from shop_items item
     where departure.item_id = item.id and item.id = any($2) and item.external_code = any($3) and departure.is_active
       and not exists (
         select from ${wantedDepartures('$1')}
         where wanted.external_code = item.external_code and wanted.code = departure.code
       )`,
      [departuresJson(items), ids, items.map(({ externalCode }) => externalCode)],
    ),
    tx.run(
      'update shop_items set is_active = false where id = any($1) and is_active and external_code <> all($2::text[])',
      [ids, items.map(({ externalCode }) => externalCode)],
    ),
  ]);
  return withdrawn;
}

/** Adds the items that are not known yet. Returns their number. */
export async function insertNewItems(tx: Tx, items: readonly PlacedItem[]): Promise<number> {
  const known = await knownItemKinds(tx);
  const added = items.filter(({ externalCode }) => !known.has(externalCode));
  for (const some of slicesOf(added, ITEMS_PER_STATEMENT)) await insertItems(tx, some);
  return added.length;
}

async function insertItems(tx: Tx, items: readonly PlacedItem[]): Promise<void> {
  await tx.run(
    `insert into shop_items (
       external_code, kind, name, type, event_id, position, is_active, price, fee, tax_basis_points, refund_fee,
       limit_per_order, travel_time_type, travel_time, timezone, payment_plan, details, capacity, capacity_wanted
     )
     select
       wanted.external_code, wanted.kind, wanted.name, wanted.type, event.id, wanted.position, true, wanted.price,
       wanted.fee, wanted.tax_basis_points, wanted.refund_fee, wanted.limit_per_order, wanted.travel_time_type,
       wanted.travel_time, wanted.timezone, wanted.payment_plan, wanted.details, wanted.capacity, wanted.capacity
     from ${WANTED_ITEMS}
     left join events event on event.code = wanted.event_code
     order by wanted.position`,
    [itemsJson(items)],
  );
  await insertDepartures(tx, items);
}

/** Adds the departures that their items do not have yet. */
async function insertDepartures(tx: Tx, items: readonly PlacedItem[]): Promise<void> {
  await tx.run(
    `insert into departures (item_id, code, departs_at, is_active, capacity, capacity_wanted)
     select item.id, wanted.code, wanted.departs_at, true, wanted.capacity, wanted.capacity
     from ${wantedDepartures('$1')}
     join shop_items item on item.external_code = wanted.external_code
     where not exists (select from departures where departures.item_id = item.id and departures.code = wanted.code)
     order by item.position, wanted.departs_at`,
    [departuresJson(items)],
  );
}

const EVENT_COLUMNS = [
  'code',
  'name',
  'starts_at',
  'ends_at',
  'timezone',
  'venue',
  'address',
  'entrance',
  'gate_times',
  'bring',
];
const eventColumnsOf = (table: string): string => EVENT_COLUMNS.map((column) => `${table}.${column}`).join(', ');

/** Adds and changes events. Unchanged events are neither written nor locked. */
export async function saveEvents(tx: Tx, events: readonly ImportedEvent[]): Promise<void> {
  const wanted = events.map((event) => ({
    code: event.code,
    name: event.name,
    starts_at: event.startsAt,
    ends_at: event.endsAt,
    timezone: event.timezone,
    venue: event.venue,
    address: event.address,
    entrance: event.entrance,
    gate_times: event.gateTimes,
    bring: event.bring,
  }));
  await tx.run(
    `insert into events (${EVENT_COLUMNS.join(', ')})
     select ${eventColumnsOf('wanted')}
     from rows from (
       jsonb_to_recordset($1) as (
         code text, name text, starts_at timestamptz, ends_at timestamptz, timezone text, venue text, address text,
         entrance text, gate_times text, bring text
       )
     ) with ordinality as wanted (${EVENT_COLUMNS.join(', ')}, position)
     where not exists (
       select from events where (${eventColumnsOf('events')}) is not distinct from (${eventColumnsOf('wanted')})
     )
     order by wanted.position
     on conflict (code) do update set
       ${EVENT_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    [JSON.stringify(wanted)],
  );
}
