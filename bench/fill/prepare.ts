import type { BenchDatabase } from '../databases.ts';
import { startShop } from '../shop-process.ts';

/** Customers are logged in by tokens that begin with this: `bench-1`, `bench-2`, ... */
export const TOKEN_PREFIX = 'bench-';
/** The item that all buyers want. */
export const HOT_ITEM = 'bench-hot';
/** The items that buyers spread over. */
export const SPREAD_ITEMS = Array.from({ length: 20 }, (_, index) => `bench-${index + 1}`);

/** Loads the demo shop, and adds customers and items with stock that does not run out. */
export async function prepare({ url, client }: BenchDatabase, customers: number, dataDir: string): Promise<void> {
  // The first start imports the demo.
  await (await startShop(url, { ROLE: 'web', DATA_DIR: dataDir })).stop();
  await addItems({ client }, [HOT_ITEM, ...SPREAD_ITEMS]);
  await addCustomers({ client }, customers);
  // Only tables with rows are analysed. Statistics of an empty table would make the planner expect it to stay empty,
  // and every query for an order would scan it until the next analyze.
  await client.query('analyze customers, login_tokens, shop_items');
}

/** Adds customers `buyer-1`, `buyer-2`, ..., each logged in by the token of the same number. */
export async function addCustomers({ client }: Pick<BenchDatabase, 'client'>, count: number): Promise<void> {
  await client.query(
    `insert into customers (email, email_key, full_name, country, address, created_at)
     select email, email, 'Buyer ' || n, 'NL', '{"street": "Zandpad 12", "postal_code": "4325 AB", "city": "Noorderzand"}', now()
     from generate_series(1, $1) as n, lateral (select 'buyer-' || n || '@example.org' as email) as address`,
    [count],
  );
  await client.query(
    `insert into login_tokens (token_hash, customer_id, created_at, last_used_at)
     select sha256(convert_to($1 || substring(email from 'buyer-(\\d+)@'), 'UTF8')), id, now(), now()
     from customers
     where email like 'buyer-%'`,
    [TOKEN_PREFIX],
  );
}

/** Adds copies of the demo's day ticket under other codes, which are counted and never sold out. */
export async function addItems({ client }: Pick<BenchDatabase, 'client'>, codes: readonly string[]): Promise<void> {
  await client.query(
    `insert into shop_items (external_code, kind, name, type, event_id, position, price, fee, tax_basis_points, refund_fee,
       limit_per_order, timezone, payment_plan, details, capacity, capacity_wanted)
     select code, kind, name || ' ' || code, type, event_id, 1000 + number, price, fee, tax_basis_points, refund_fee,
       limit_per_order, timezone, payment_plan, details || '{"isFeatured": false}', 100000000, 100000000
     from shop_items, unnest($1::text[]) with ordinality as new (code, number)
     where external_code = 'saturday'`,
    [codes],
  );
  // The version changes, as after an import.
  await client.query('update shop_state set version = version + 1');
}

/** Leaves exactly this many items on sale: first the hot one, then those that buyers spread over, then more. */
export async function sellItems({ client }: Pick<BenchDatabase, 'client'>, count: number): Promise<void> {
  const codes = [HOT_ITEM, ...SPREAD_ITEMS, ...Array.from({ length: count }, (_, index) => `bench-more-${index}`)];
  const wanted = codes.slice(0, count);
  const { rows } = await client.query<{ code: string }>('select external_code as code from shop_items');
  const known = new Set(rows.map(({ code }) => code));
  await addItems(
    { client },
    wanted.filter((code) => !known.has(code)),
  );
  await client.query('update shop_items set is_active = (external_code = any($1))', [wanted]);
}
