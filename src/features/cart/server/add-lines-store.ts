import type { Tx } from '#platform/db/db.ts';
import type { WholeCart } from '../domain/cart-access.ts';
import type { CartLineRow } from './cart-store.ts';

/** A new line, and its cart as it is after the line was added. */
export interface NewCartLine extends Omit<CartLineRow, 'id' | 'cartId'>, WholeCart {
  /** Null creates the cart. */
  readonly cartId: number | null;
  /** Hash of the request's key in hexadecimal digits, or null. */
  readonly requestKey: string | null;
}

type WrittenLine = Pick<CartLineRow, 'id' | 'cartId'>;

/**
 * Inserts lines in one statement, which also creates new carts and extends existing ones. Returns the lines by unit
 * id. PostgreSQL expects a hundred rows in JSON, so the ids of the carts to extend are given separately too: otherwise
 * it would read all carts of a small shop.
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
