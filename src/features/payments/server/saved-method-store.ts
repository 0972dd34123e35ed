import type { Queryable, Tx } from '#platform/db/db.ts';
import type { AttemptRow } from './attempt-store.ts';
import type { SavedMethod } from './gateway.ts';

/**
 * A card that its gateway has saved for the later instalments of an order. Holds only ids and what its owner may see.
 */
export interface SavedMethodRow {
  id: number;
  orderId: number;
  gateway: string;
  gatewayCustomer: string;
  method: string;
  label: string;
  /** `2028-11`, or null if the gateway did not report it. */
  expires: string | null;
  savedAt: Date;
  agreedAt: Date;
}

const columns = `m.id, m.order_id as "orderId", m.gateway, m.gateway_customer as "gatewayCustomer", m.method, m.label,
  m.expires, m.saved_at as "savedAt", c.agreed_at as "agreedAt"`;
const from = 'saved_methods m join charge_consents c on c.id = m.consent_id';

export const toSavedMethod = (row: SavedMethodRow): SavedMethod => ({
  gatewayCustomer: row.gatewayCustomer,
  id: row.method,
  label: row.label,
  expires: row.expires,
});

/** Returns the consent's id. */
export async function insertConsent(tx: Tx, orderId: number, text: string, now: Date): Promise<number> {
  const row = await tx.row<{ id: number }>(
    'insert into charge_consents (order_id, text, agreed_at) values ($1, $2, $3) returning id',
    [orderId, text, now],
  );
  return row!.id;
}

export const savedMethodOfOrder = (db: Queryable, orderId: number): Promise<SavedMethodRow | undefined> =>
  db.row(`select ${columns} from ${from} where m.order_id = $1 and m.ended_at is null`, [orderId]);

export const savedMethodById = (db: Queryable, id: number): Promise<SavedMethodRow | undefined> =>
  db.row(`select ${columns} from ${from} where m.id = $1`, [id]);

export const savedMethodsOf = (db: Queryable, orderIds: readonly number[]): Promise<SavedMethodRow[]> =>
  db.rows(`select ${columns} from ${from} where m.order_id = any($1) and m.ended_at is null`, [orderIds]);

/** Returns the orders whose newest card was removed at its provider. */
export const ordersWithLostCard = async (db: Queryable, orderIds: readonly number[]): Promise<number[]> =>
  (
    await db.rows<{ id: number }>(
      `select order_id as id
       from (
         select distinct on (order_id) order_id, lost_at from saved_methods where order_id = any($1)
         order by order_id, id desc
       ) newest
       where lost_at is not null`,
      [orderIds],
    )
  ).map(({ id }) => id);

/**
 * Saves the card of an attempt under its consent, in place of the order's earlier one. Does nothing if there is no
 * consent or it has ended, or if the card was saved before. Needs the order's lock.
 */
export async function saveMethod(
  tx: Tx,
  { orderId, consentId, gateway }: Pick<AttemptRow, 'orderId' | 'consentId' | 'gateway'>,
  method: SavedMethod,
  now: Date,
): Promise<void> {
  if (consentId === null) return;
  const isNew = await tx.row(
    `select 1 from charge_consents c
     where c.id = $1 and c.ended_at is null and not exists (
       select 1 from saved_methods where consent_id = $1 and gateway = $2 and method = $3
     )`,
    [consentId, gateway, method.id],
  );
  if (!isNew) return;
  await endMethods(tx, orderId, now);
  await tx.run('update charge_consents set ended_at = $3 where order_id = $1 and id <> $2 and ended_at is null', [
    orderId,
    consentId,
    now,
  ]);
  await tx.run(
    `insert into saved_methods (order_id, consent_id, gateway, gateway_customer, method, label, expires, saved_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [orderId, consentId, gateway, method.gatewayCustomer, method.id, method.label, method.expires, now],
  );
}

/** Ends the order's card. Due work then tells its gateway to forget it. */
const endMethods = (tx: Tx, orderId: number, now: Date): Promise<number> =>
  tx.run('update saved_methods set ended_at = $2, forget_at = $2 where order_id = $1 and ended_at is null', [
    orderId,
    now,
  ]);

/** Ends the card and every consent, so that no later message saves a card. Needs the order's lock. */
export async function endConsent(tx: Tx, orderId: number, now: Date): Promise<number> {
  await tx.run('update charge_consents set ended_at = $2 where order_id = $1 and ended_at is null', [orderId, now]);
  return endMethods(tx, orderId, now);
}

/** Ends the consents of an account that is being erased. The caller has locked its orders. */
export async function endConsentsOf(tx: Tx, customerId: number, now: Date): Promise<void> {
  const own = 'order_id in (select id from orders where customer_id = $1) and ended_at is null';
  await tx.run(`update charge_consents set ended_at = $2 where ${own}`, [customerId, now]);
  await tx.run(`update saved_methods set ended_at = $2, forget_at = $2 where ${own}`, [customerId, now]);
}

/** Returns orders that still have a saved card although nothing is left to pay. */
export const ordersWithUnneededCard = (db: Queryable, limit: number): Promise<{ id: number }[]> =>
  db.rows(
    `select m.order_id as id
     from saved_methods m
     where m.ended_at is null and not exists (
       select 1 from payments p where p.order_id = m.order_id and p.status not in ('paid', 'cancelled')
     )
     limit $1`,
    [limit],
  );

export const ordersWithMethod = (db: Queryable, gateway: string, method: string): Promise<{ id: number }[]> =>
  db.rows(
    `select order_id as id from saved_methods where gateway = $1 and method = $2 and ended_at is null order by order_id`,
    [gateway, method],
  );

export const markLost = (tx: Tx, id: number, now: Date): Promise<number> =>
  tx.run('update saved_methods set lost_at = $2 where id = $1', [id, now]);

export async function renewMethod(
  db: Queryable,
  gateway: string,
  fact: { readonly id: string; readonly label: string | null; readonly expires: string | null },
): Promise<void> {
  await db.run(
    `update saved_methods
     set label = coalesce($3, label), expires = coalesce($4, expires)
     where gateway = $1 and method = $2 and ended_at is null`,
    [gateway, fact.id, fact.label, fact.expires],
  );
}

/**
 * Takes ended cards that the gateway should forget, unless another order uses the same one. Schedules the next attempt
 * first, so that a crash only delays it.
 */
export const takeMethodsToForget = (db: Queryable, now: Date, nextAt: Date, limit: number): Promise<SavedMethodRow[]> =>
  db.rows(
    `update saved_methods m
     set forget_at = $2
     from charge_consents c
     where c.id = m.consent_id and m.id = any(array(
       select id
       from saved_methods ended
       where forget_at <= $1 and not exists (
         select 1 from saved_methods used
         where used.gateway = ended.gateway and used.method = ended.method and used.ended_at is null
       )
       order by forget_at
       limit $3
       for update skip locked
     ))
     returning ${columns}`,
    [now, nextAt, limit],
  );

/** Wipes the card's description. The row stays, because charges refer to it. */
export const forgetMethod = (db: Queryable, id: number): Promise<number> =>
  db.run(`update saved_methods set forget_at = null, label = '', expires = null where id = $1`, [id]);
