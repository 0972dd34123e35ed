import type { SearchWish } from '../domain/search-wish.ts';

/** A range that a `text_pattern_ops` index serves whatever the value, unlike `like` with a parameter. */
export const beginsWith = (column: string, key: string) =>
  `${column} ~>=~ ${key} and ${column} ~<~ (${key} || chr(1114111))`;

export const lastName = (name: string) => `regexp_replace(search_key(${name}), '^.* ', '')`;

/** What a QR code says instead of the ticket's code. */
export const scannedId = (code: string) => `substr(encode(sha256(('ticket:' || ${code})::bytea), 'hex'), 1, 20)`;

const namesLike = (name: string, key: string) =>
  `${name} <> '' and (${beginsWith(`search_key(${name})`, `search_key(${key})`)} or ${beginsWith(lastName(name), `search_key(${key})`)})`;

/** Selects the ids of all orders that a wish means; `value` is its placeholder. */
const ORDERS_OF: Record<SearchWish['kind'], (value: string) => string> = {
  order: (value) => `select id from orders where code = ${value}`,
  order_beginning: (value) => `select id from orders where code >= ${value} and code < ${value} || '~'`,
  payment: (value) => `select order_id from payments where reference = ${value}`,
  refund: (value) => `select order_id from refunds where code = ${value}`,
  ticket: (value) =>
    `select order_id from tickets where code = ${value} or id = (select ticket_id from revoked_tickets where code = ${value} limit 1)`,
  scanned: (value) => `select order_id from tickets where ${scannedId('code')} = ${value}`,
  invoice: (value) => `select order_id from invoices where code = ${value}`,
  receipt: (value) => `select order_id from receipts where transaction = ${value} and order_id is not null`,
  amount: (value) => `select order_id from receipts where amount = ${value} and order_id is not null`,
  email: (value) => `select id from orders where ${beginsWith('lower(customer_email)', value)}
    union all select order_id from tickets where ${beginsWith('lower(email)', value)}`,
  name: (value) => `select id from orders where ${namesLike('customer_name', value)}
    union all select order_id from tickets where ${namesLike('full_name', value)}`,
};

/** Selects the ids of the orders that any of the wishes means; `place` counts the placeholders from. */
export function ordersOf(wishes: readonly SearchWish[], place: number): { sql: string; values: (string | number)[] } {
  const selects = wishes.map(({ kind }, index) => ORDERS_OF[kind](`$${place + index}`));
  return { sql: selects.join(' union all '), values: wishes.map(valueIn) };
}

export function valueIn(wish: SearchWish): string | number {
  if (wish.kind === 'amount') return wish.amount;
  if (wish.kind === 'scanned') return wish.ticketId;
  return 'code' in wish ? wish.code : wish.beginning;
}
