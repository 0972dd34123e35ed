import type { Queryable, Tx } from '#platform/db/db.ts';
import type { CartState } from '../domain/cart.ts';
import type { FrozenItem } from '../domain/frozen-item.ts';

export interface CartRow extends CartState {
  readonly id: number;
}

export interface CartLineRow {
  readonly id: string;
  readonly cartId: number;
  readonly itemId: number;
  readonly departureId: number | null;
  readonly unitId: number;
  readonly kind: 'tickets' | 'merchandise';
  /** Minor units. */
  readonly price: number;
  readonly fee: number;
  readonly taxBasisPoints: number;
  readonly fullName: string | null;
  readonly email: string | null;
  readonly age: string | null;
  readonly frozen: FrozenItem;
}

export interface OpenCart extends CartRow {
  /** In the order in which they were added. */
  readonly lines: readonly CartLineRow[];
}

export const CART = `
  id,
  code,
  former_code as "formerCode",
  status,
  customer_id as "customerId",
  first_added_at as "firstAddedAt",
  expires_at as "expiresAt",
  extensions,
  encode(network, 'hex') as network`;

export const LINE = `
  id,
  cart_id as "cartId",
  item_id as "itemId",
  departure_id as "departureId",
  unit_id as "unitId",
  kind,
  price,
  fee,
  tax_basis_points as "taxBasisPoints",
  full_name as "fullName",
  email,
  age,
  frozen`;

/** Locks carts. Take this lock before any other: nobody who holds an item's lock may wait for a cart. */
export function lockCarts(tx: Tx, codes: readonly string[]): Promise<CartRow[]> {
  return tx.rows<CartRow>(
    `select ${CART} from carts where code = any($1) or former_code = any($1) order by id for no key update`,
    [codes],
  );
}

export function linesOfCodes(db: Queryable, codes: readonly string[]): Promise<CartLineRow[]> {
  return db.rows<CartLineRow>(
    `select ${LINE}
     from cart_lines
     where cart_id = any(array(select id from carts where code = any($1) or former_code = any($1)))
     order by position`,
    [codes],
  );
}

/** A new line, and its cart as it will be once the line is added. */
export interface NewCartLine extends Omit<CartLineRow, 'id' | 'cartId'>, CartState {
  /** Null creates the cart. */
  readonly cartId: number | null;
  /** Hash of the request's key in hexadecimal digits, or null. */
  readonly requestKey: string | null;
}

type WrittenLine = Pick<CartLineRow, 'id' | 'cartId'>;

/**
 * Inserts lines in one statement, which also creates new carts and extends existing ones. Returns the lines by unit id.
 * PostgreSQL assumes that the JSON has a hundred rows and would read all carts of a small shop, so the ids of the carts
 * to extend are also given separately.
 */
export async function insertLines(tx: Tx, lines: readonly NewCartLine[]): Promise<Map<number, WrittenLine>> {
  if (lines.length === 0) return new Map();
  const written = await tx.rows<WrittenLine & { unitId: number }>(
    `with given as materialized (
       select *
       from jsonb_to_recordset($1) as line (
         "cartId" bigint,
         code text,
         "formerCode" text,
         "customerId" bigint,
         "firstAddedAt" timestamptz,
         "expiresAt" timestamptz,
         "itemId" bigint,
         "departureId" bigint,
         "unitId" bigint,
         kind text,
         price bigint,
         fee bigint,
         "taxBasisPoints" integer,
         "fullName" text,
         email text,
         age text,
         frozen jsonb,
         "requestKey" text,
         network text
       )
     ), made as (
       insert into carts (code, customer_id, first_added_at, expires_at, network)
       select code, "customerId", "firstAddedAt", "expiresAt", decode(network, 'hex')
       from given
       where "cartId" is null
       returning id, code
     ), touched as (
       update carts
       set
         expires_at = given."expiresAt",
         customer_id = given."customerId",
         code = given.code,
         former_code = given."formerCode"
       from given
       where carts.id = given."cartId" and carts.id = any($2::bigint[])
     )
     insert into cart_lines (
       cart_id, item_id, departure_id, unit_id, kind, price, fee, tax_basis_points, full_name, email, age, frozen,
       request_key
     )
     select
       coalesce("cartId", made.id), "itemId", "departureId", "unitId", kind, price, fee, "taxBasisPoints", "fullName",
       email, age, frozen, decode("requestKey", 'hex')
     from given
     left join made on made.code = given.code
     returning id, cart_id as "cartId", unit_id as "unitId"`,
    [JSON.stringify(lines), lines.flatMap(({ cartId }) => cartId ?? [])],
  );
  return new Map(written.map(({ unitId, ...line }) => [unitId, line]));
}
