import type { Tx } from '#platform/db/db.ts';
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
  /** What a ticket says about the gate; null: nothing. */
  readonly entrance: string | null;
  readonly gateTimes: string | null;
  readonly bring: string | null;
}

interface ImportedDeparture {
  /** Identifies the departure within its item. */
  readonly code: string;
  readonly departsAt: Date;
  /** Units for sale, sold ones included; null: unlimited. */
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
  /** Units for sale, sold ones included; null: unlimited. */
  readonly capacity: number | null;
  readonly departures: readonly ImportedDeparture[];
  readonly details: ItemDetails;
}

export interface ImportedCatalogue {
  readonly added: number;
  readonly withdrawn: number;
}

/** Returns the kinds of all items by external code, withdrawn ones included. */
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

/**
 * Updates known items, adds new ones, and withdraws missing ones from sale but keeps them for their orders. Never
 * writes the counters of sold and held units, so no sale is lost.
 */
export async function importCatalogue(
  tx: Tx,
  catalogue: { events: readonly ImportedEvent[]; items: readonly ImportedItem[] },
): Promise<ImportedCatalogue> {
  // Locks in the order of every stock change: items by id, then departures by id. `no key update`, as there, does not
  // block orders whose lines reference the items.
  await tx.run('select id from shop_items order by id for no key update');
  await tx.run('select id from departures order by id for no key update');
  await saveEvents(tx, catalogue.events);
  let added = 0;
  for (const [position, item] of catalogue.items.entries()) {
    const { id, isNew } = await saveItem(tx, item, position);
    if (isNew) added += 1;
    await saveDepartures(tx, id, item.departures);
  }
  const withdrawn = await tx.run(
    'update shop_items set is_active = false where is_active and external_code <> all($1::text[])',
    [catalogue.items.map((item) => item.externalCode)],
  );
  return { added, withdrawn };
}

async function saveEvents(tx: Tx, events: readonly ImportedEvent[]): Promise<void> {
  for (const event of events) {
    await tx.run(
      `insert into events (code, name, starts_at, ends_at, timezone, venue, address, entrance, gate_times, bring)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       on conflict (code) do update set
         name = excluded.name,
         starts_at = excluded.starts_at,
         ends_at = excluded.ends_at,
         timezone = excluded.timezone,
         venue = excluded.venue,
         address = excluded.address,
         entrance = excluded.entrance,
         gate_times = excluded.gate_times,
         bring = excluded.bring`,
      [
        event.code,
        event.name,
        event.startsAt,
        event.endsAt,
        event.timezone,
        event.venue,
        event.address,
        event.entrance,
        event.gateTimes,
        event.bring,
      ],
    );
  }
}

/** A capacity cannot fall below what is sold and held; releases reduce it to the wanted number. */
const CAPACITY = (table: string): string => `
  capacity_wanted = excluded.capacity_wanted,
  capacity = case
    when excluded.capacity_wanted is null then null
    else greatest(excluded.capacity_wanted, ${table}.sold + ${table}.held)
  end`;

async function saveItem(tx: Tx, item: ImportedItem, position: number): Promise<{ id: number; isNew: boolean }> {
  const row = await tx.row<{ id: number; isNew: boolean }>(
    `insert into shop_items (
       external_code, kind, name, type, event_id, position, is_active, price, fee, tax_basis_points, refund_fee,
       limit_per_order, travel_time_type, travel_time, timezone, payment_plan, details, capacity, capacity_wanted
     ) values (
       $1, $2, $3, $4, (select id from events where code = $5), $6, true, $7, $8, $9, $10,
       $11, $12, $13, $14, $15, $16, $17, $17
     )
     on conflict (external_code) do update set
       name = excluded.name,
       type = excluded.type,
       event_id = excluded.event_id,
       position = excluded.position,
       is_active = shop_items.withdrawn_at is null,
       price = excluded.price,
       fee = excluded.fee,
       tax_basis_points = excluded.tax_basis_points,
       refund_fee = excluded.refund_fee,
       limit_per_order = excluded.limit_per_order,
       travel_time_type = excluded.travel_time_type,
       travel_time = excluded.travel_time,
       timezone = excluded.timezone,
       payment_plan = excluded.payment_plan,
       details = excluded.details,
       ${CAPACITY('shop_items')}
     returning id, (xmax = 0) as "isNew"`,
    [
      item.externalCode,
      item.kind,
      item.name,
      item.type,
      item.eventCode,
      position,
      item.price,
      item.fee,
      item.taxBasisPoints,
      item.refundFee,
      item.limitPerOrder,
      item.travelTimeType,
      item.travelTime,
      item.timezone,
      JSON.stringify(item.paymentPlan),
      JSON.stringify(item.details),
      item.capacity,
    ],
  );
  return row!;
}

async function saveDepartures(tx: Tx, itemId: number, departures: readonly ImportedDeparture[]): Promise<void> {
  for (const { code, departsAt, capacity } of departures) {
    await tx.run(
      `insert into departures (item_id, code, departs_at, is_active, capacity, capacity_wanted)
       values ($1, $2, $3, true, $4, $4)
       on conflict (item_id, code) do update set
         departs_at = excluded.departs_at,
         is_active = departures.withdrawn_at is null,
         ${CAPACITY('departures')}`,
      [itemId, code, departsAt, capacity],
    );
  }
  await tx.run('update departures set is_active = false where item_id = $1 and is_active and code <> all($2::text[])', [
    itemId,
    departures.map((departure) => departure.code),
  ]);
}
