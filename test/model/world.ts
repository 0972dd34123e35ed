import { createHmac, randomUUID } from 'node:crypto';
import { type OrderParts, orderParts } from '#apps/server/order-parts.ts';
import { createCustomerWithPassword } from '#features/customers/server/public.ts';
import { documentByCode } from '#features/tickets/server/document-store.ts';
import { qrText } from '#features/tickets/server/make-document.ts';
import { derivedKey } from '#platform/secrets/derived-key.ts';
import { sharedPasswords } from '#platform/secrets/passwords.ts';
import { dropDatabase, givenCopyOf, type TestDatabase } from '../support/database.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';
import { goods, SMALL_VOUCHER } from './goods.ts';
import { customers } from './model.ts';

/** The whole shop on its own database. */
export interface World {
  readonly app: ShopApp;
  readonly parts: OrderParts;
  /** Login tokens, by customer. */
  readonly tokens: readonly string[];
  /** The ids of the Amsterdam coach's departures, by their codes in the shop folder. */
  readonly departures: ReadonlyMap<string, number>;
  /** Every QR code that was ever issued. */
  readonly issuedCodes: Map<
    string,
    { text: string; code: string; generation: number; orderCode: string; position: number }
  >;
  close(): Promise<void>;
}

export interface Worlds {
  next(): Promise<World>;
  close(): Promise<void>;
}

const PASSWORD = 'a-long-password-of-mine';

/** Prepares a shop with little stock and three customers once. Every walk gets a copy. */
export async function givenWorlds(): Promise<Worlds> {
  const first = await givenShopApp();
  const original = first.database;
  for (const { email, name } of customers.slice(1)) {
    const account = { email, fullName: name, password: PASSWORD };
    await createCustomerWithPassword(first.db, account, sharedPasswords(), first.clock.now());
  }
  const tokens = [await first.login()];
  for (const { email } of customers.slice(1)) {
    tokens.push((await first.call('login', { email, password: PASSWORD })).body.remember_token);
  }
  for (const { code, stock, departures } of goods) {
    await first.db.run('update shop_items set capacity = $2, capacity_wanted = $2 where external_code = $1', [
      code,
      stock,
    ]);
    for (const [departure, seats] of Object.entries(departures)) {
      await first.db.run('update departures set capacity = $2, capacity_wanted = $2 where code = $1', [
        departure,
        seats,
      ]);
    }
  }
  const { code, uses } = SMALL_VOUCHER;
  await first.db.run('update vouchers set uses_limit = $2 where code = $1', [code, uses]);
  const rows = await first.db.rows<{ code: string; id: number }>(
    `select d.code, d.id from departures d join shop_items i on i.id = d.item_id where i.external_code = 'coach-amsterdam'`,
  );
  // Each payment of a plan gets its own document, so that the shop issues every kind of document.
  await first.db.run(
    `update shop_state set config = jsonb_set(config, '{private,invoice,advancePayments}', 'true'), version = version + 1`,
  );
  await first.settle();
  // The copies need the database without a connection.
  await first.close({ keepDatabase: true });
  const departures = new Map(rows.map((row) => [row.code, row.id]));

  return {
    async next() {
      const database: TestDatabase = await givenCopyOf(original);
      const app = await givenShopApp({}, { database });
      return {
        app,
        parts: orderParts({ config: app.config, db: app.db, gateways: app.gateways }),
        tokens,
        departures,
        issuedCodes: new Map(),
        close: () => app.close(),
      };
    },
    close: () => dropDatabase(original),
  };
}

/** Breaks the shop on purpose, by a trigger that drops or falsifies writes. A walk must notice. */
export async function spoil(
  { app }: Pick<World, 'app'>,
  fault: { table: string; when: string; body: string },
): Promise<void> {
  await app.db.run(`create function spoiled() returns trigger language plpgsql as $$ begin ${fault.body} end $$`);
  await app.db.run(`create trigger spoiled ${fault.when} on ${fault.table} for each row execute function spoiled()`);
}

/** Sends the gateway's message about an attempt, signed as the sandbox signs. */
export async function reportToShop(
  { app }: World,
  message: { reference: string; status: string; transaction?: string; amount: number; currency?: string },
): Promise<number> {
  const body = JSON.stringify({ event: randomUUID(), transaction: null, currency: 'EUR', ...message });
  const seconds = Math.floor(app.clock.now().getTime() / 1_000);
  const key = derivedKey(app.config.secretKey, 'sandbox-gateway');
  const signature = createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex');
  const response = await app.fetch('/payments/callback/sandbox', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sandbox-signature': `t=${seconds},v1=${signature}` },
    body,
  });
  await app.server.inbox.idle();
  return response.status;
}

/** The order's rows in the model's terms. */
export interface SeenOrder {
  code: string;
  status: string;
  paid: number;
  refunded: number;
  released: boolean;
  /** The ledger's balance of the order's sale, in minor units. */
  sold: number;
  payments: [reference: string, paid: number, status: string][];
  items: (null | {
    status: string;
    pending: boolean;
    generation: number;
    manager: string;
    name: string | null;
    seat: string | null;
  })[];
  units: boolean[];
  refunds: [code: string, status: string, total: number][];
}

export const seenOrders = ({ app }: World): Promise<SeenOrder[]> =>
  app.db.rows<SeenOrder & Record<string, unknown>>(
    `select o.code, o.payment_status as status, o.total_paid as paid, o.total_refunded as refunded,
       o.stock_released as released,
       (select coalesce(-sum(e.amount), 0)
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        where t.order_id = o.id and t.kind like 'sale%' and e.account <> 'customer')::float8 as sold,
       coalesce((
         select jsonb_agg(jsonb_build_array(p.reference, p.paid_amount, p.status) order by p.position)
         from payments p where p.order_id = o.id
       ), '[]') as payments,
       (select jsonb_agg(case
            when t.id is not null then jsonb_build_object('status', t.status, 'pending', t.pending,
              'generation', t.generation, 'manager', c.email, 'name', t.full_name, 'seat', d.code)
            when m.id is not null then jsonb_build_object('status', m.status, 'pending', m.pending,
              'generation', 1, 'manager', b.email, 'name', null, 'seat', null)
          end order by l.position)
        from order_lines l
          left join tickets t on t.order_line_id = l.id
          left join customers c on c.id = t.customer_id
          left join departures d on d.id = t.departure_id
          left join merchandise_purchases m on m.order_line_id = l.id
          join customers b on b.id = o.customer_id
        where l.order_id = o.id) as items,
       (select jsonb_agg(l.unit_id is not null order by l.position) from order_lines l where l.order_id = o.id) as units,
       coalesce((
         select jsonb_agg(jsonb_build_array(r.code, r.status, r.total) order by r.id) from refunds r where r.order_id = o.id
       ), '[]') as refunds
     from orders o
     order by o.id`,
  );

/** Money that is or was listed for the operator. `attention` is the reason, `suspended` the amount in suspense. */
export type SeenReceipt = [
  order: string | null,
  payment: string | null,
  attention: string,
  suspended: number,
  isSettled: boolean,
];

export async function seenReceipts({ app }: World): Promise<SeenReceipt[]> {
  const rows = await app.db.rows<{ seen: SeenReceipt }>(
    `select jsonb_build_array(o.code, p.reference, r.attention, coalesce((
         select -sum(e.amount) from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
         where t.receipt_id = r.id
           and e.account like 'suspense%'
       ), 0), r.settled_at is not null) as seen
     from receipts r left join orders o on o.id = r.order_id left join payments p on p.id = r.payment_id
     where r.attention is not null`,
  );
  return rows.map(({ seen }) => seen).sort(byText);
}

export const byText = (one: unknown, other: unknown): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);

/** Returns the shop's status of each attempt. */
export const seenAttempts = ({ app }: World): Promise<{ reference: string; status: string }[]> =>
  app.db.rows(
    `select reference, case status when 'created' then 'open' else status end as status from payment_attempts order by id`,
  );

/**
 * Returns the current codes of an order's tickets and merchandise, in the order of its lines; null until they are
 * issued.
 */
export async function ticketCodes({ app }: World, orderCode: string): Promise<(string | null)[]> {
  const rows = await app.db.rows<{ code: string | null }>(
    `select coalesce(t.code, m.code) as code
     from order_lines l join orders o on o.id = l.order_id
       left join tickets t on t.order_line_id = l.id
       left join merchandise_purchases m on m.order_line_id = l.id
     where o.code = $1 order by l.position`,
    [orderCode],
  );
  return rows.map((row) => row.code);
}

/** Keeps the QR code of every available document, as a customer would who prints each. */
export async function keepDocuments(world: World): Promise<void> {
  const rows = await world.app.db.rows<{ code: string; generation: number; order_code: string; position: number }>(
    `select t.code, t.generation, o.code as order_code,
       (select count(*) from order_lines b where b.order_id = l.order_id and b.position < l.position) as position
     from tickets t join orders o on o.id = t.order_id join order_lines l on l.id = t.order_line_id
     where not t.pending`,
  );
  for (const { code, generation, order_code: orderCode, position } of rows) {
    const key = `${code}:${generation}`;
    if (world.issuedCodes.has(key)) continue;
    const text = qrText((await documentByCode(world.app.db, code))!, world.app.config.secretKey);
    world.issuedCodes.set(key, { text, code, generation, orderCode, position });
  }
}
