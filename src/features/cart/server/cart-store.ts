import type { Queryable, Tx } from '#platform/db/db.ts';
import type { WholeCart } from '../domain/cart-access.ts';
import type { FrozenItem } from '../domain/frozen-item.ts';

export interface CartRow extends WholeCart {
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
