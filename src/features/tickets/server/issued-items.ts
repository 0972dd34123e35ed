import type { Queryable } from '#platform/db/db.ts';
import type { ExistingTicket, MerchandisePurchase, Ticket } from '../contract.ts';
import type { ItemOrder } from '../domain/item-policy.ts';
import { type OpenRefund, openRefundOf } from '../domain/item-status.ts';
import { mayBeAdmitted } from '../domain/may-be-admitted.ts';
import { statusesInOpenRefund } from './issue-store.ts';
import {
  type DepartureRow,
  departuresOf,
  entryTicketRowsOf,
  entryTicketRowsToEvent,
  merchandiseRowsOf,
  newestEntryTicketRowsOf,
  type TicketRow,
  ticketRowsOf,
  ticketRowsReassignedTo,
  ticketStatesOf,
} from './ticket-store.ts';
import { toExistingTicket, toMerchandise, toReassignedTicket, toTicket, toTicketOfNewHolder } from './to-wire.ts';

/**
 * The issued tickets of many orders in wire format, as their buyer sees them at `now`; an order without any has no
 * entry. A ticket that was reassigned to another account is marked as such and has a placeholder instead of its code.
 * At most two statements.
 */
export async function ticketsOfOrders(
  db: Queryable,
  orderIds: readonly number[],
  now: Date,
): Promise<Map<number, Ticket[]>> {
  if (orderIds.length === 0) return new Map();
  return await byOrder(db, await ticketRowsOf(db, orderIds), (row, departures) =>
    row.customerId === row.buyerId ? toTicket(row, departures, now) : toReassignedTicket(row),
  );
}

/**
 * Returns the tickets that were reassigned to the customer, by order, in the holder's view. `orderIds` limits the
 * result to these orders; null means all.
 */
export const ticketsReassignedTo = async (
  db: Queryable,
  customerId: number,
  orderIds: readonly number[] | null,
  now: Date,
): Promise<Map<number, Ticket[]>> =>
  await byOrder(db, await ticketRowsReassignedTo(db, customerId, orderIds), (row, departures) =>
    toTicketOfNewHolder(row, departures, now),
  );

async function byOrder(
  db: Queryable,
  rows: readonly TicketRow[],
  toWire: (row: TicketRow, departures: readonly DepartureRow[]) => Ticket,
): Promise<Map<number, Ticket[]>> {
  const selectable = rows.filter((row) => row.frozen.travelTimeType === 'selectable').map((row) => row.itemId);
  const departures = Map.groupBy(
    selectable.length === 0 ? [] : await departuresOf(db, [...new Set(selectable)]),
    (departure) => departure.itemId,
  );
  return new Map(
    [...Map.groupBy(rows, (row) => row.orderId)].map(([orderId, ofOrder]) => [
      orderId,
      ofOrder.map((row) => toWire(row, departures.get(row.itemId) ?? [])),
    ]),
  );
}

/** The codes that each buyer may download now, by order, in the order of the cart. */
export async function codesToDownload(
  db: Queryable,
  orders: readonly (ItemOrder & { readonly id: number; readonly customerId: number })[],
): Promise<Map<number, string[]>> {
  const tickets = await ticketStatesOf(
    db,
    orders.map(({ id }) => id),
  );
  return new Map(
    orders.map((order) => [
      order.id,
      tickets
        .filter(({ orderId, customerId }) => orderId === order.id && customerId === order.customerId)
        .filter((ticket) => mayBeAdmitted(ticket, order))
        .map(({ code }) => code),
    ]),
  );
}

/** The codes of all tickets of an order that are admitted now, including reassigned ones. */
export const admittedCodes = async (db: Queryable, order: ItemOrder & { readonly id: number }): Promise<Set<string>> =>
  new Set(
    (await ticketStatesOf(db, [order.id])).filter((ticket) => mayBeAdmitted(ticket, order)).map(({ code }) => code),
  );

/** The issued merchandise of many orders in wire format at `now`; an order without any has no entry. One statement. */
export async function merchandiseOfOrders(
  db: Queryable,
  orderIds: readonly number[],
  now: Date,
): Promise<Map<number, MerchandisePurchase[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await merchandiseRowsOf(db, orderIds);
  return new Map(
    [...Map.groupBy(rows, (row) => row.orderId)].map(([orderId, ofOrder]) => [orderId, toMerchandise(ofOrder, now)]),
  );
}

/** The valid entry tickets that a customer manages; an add-on's holder should have one. */
export const existingTickets = async (db: Queryable, customerId: number): Promise<ExistingTicket[]> =>
  (await entryTicketRowsOf(db, customerId)).map(toExistingTicket);

/** The entry tickets among the customer's `limit` newest tickets. */
export const newestExistingTickets = async (
  db: Queryable,
  customerId: number,
  limit: number,
): Promise<ExistingTicket[]> => (await newestEntryTicketRowsOf(db, customerId, limit)).map(toExistingTicket);

export const existingTicketsToEvent = async (
  db: Queryable,
  customerId: number,
  eventId: string,
): Promise<ExistingTicket[]> => (await entryTicketRowsToEvent(db, customerId, eventId)).map(toExistingTicket);

export const openRefundOfOrder = async (db: Queryable, orderId: number): Promise<OpenRefund> =>
  openRefundOf(await statusesInOpenRefund(db, orderId));

/** Whether an order has an open refund. While it does, none of its instalments is charged. */
export const orderHasActiveRefund = async (db: Queryable, orderId: number): Promise<boolean> =>
  (await openRefundOfOrder(db, orderId)) !== 'none';
