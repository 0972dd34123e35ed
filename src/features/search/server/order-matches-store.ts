import type { SearchMeaning } from '../domain/search-meaning.ts';

/** A range that a `text_pattern_ops` index serves whatever the value, unlike `like` with a parameter. */
export const beginsWith = (column: string, key: string) =>
  `${column} ~>=~ ${key} and ${column} ~<~ (${key} || chr(1114111))`;

export const lastWordOf = (name: string) => `regexp_replace(search_key(${name}), '^.* ', '')`;

export const nameBegins = (name: string, key: string) => beginsWith(`search_key(${name})`, `search_key(${key})`);

/**
 * Several words find a last name of several words, such as "van Visser". The index is on the last word; the words before
 * it are then compared in the rows that are left.
 */
export const lastNameBegins = (name: string, key: string) =>
  `${beginsWith(lastWordOf(name), lastWordOf(key))} and strpos(' ' || search_key(${name}), ' ' || search_key(${key})) > 0`;

/** What a QR code says instead of the ticket's code. */
export const scannedId = (code: string) => `substr(encode(sha256(('ticket:' || ${code})::bytea), 'hex'), 1, 20)`;

const namesLike = (name: string, key: string) =>
  `${name} <> '' and (${nameBegins(name, key)} or ${lastNameBegins(name, key)})`;

/** Selects the ids of all orders that a meaning finds; `value` is its placeholder. */
const ORDERS_OF: Record<SearchMeaning['kind'], (value: string) => string> = {
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

/** Money and documents belong to the buyer, not to the holders of the tickets. */
const BUYERS_ORDERS_OF: typeof ORDERS_OF = {
  ...ORDERS_OF,
  email: (value) => `select id from orders where ${beginsWith('lower(customer_email)', value)}`,
  name: (value) => `select id from orders where ${namesLike('customer_name', value)}`,
};

type Select = (meaning: SearchMeaning, value: string) => string;

/** A holder's name or address finds the holder's tickets; whatever else means an order finds all of its tickets. */
const ticketsOfMeaning: Select = ({ kind }, value) => {
  const ofOrders = (orders: string) => `select id from tickets where order_id in (${orders})`;
  if (kind === 'ticket') {
    return `select id from tickets where code = ${value}
      union all select ticket_id from revoked_tickets where code = ${value}`;
  }
  if (kind === 'scanned') return `select id from tickets where ${scannedId('code')} = ${value}`;
  if (kind === 'email') {
    return `select id from tickets where ${beginsWith('lower(email)', value)}
      union all ${ofOrders(`select id from orders where ${beginsWith('lower(customer_email)', value)}`)}`;
  }
  if (kind === 'name') {
    return `select id from tickets where ${namesLike('full_name', value)}
      union all ${ofOrders(`select id from orders where ${namesLike('customer_name', value)}`)}`;
  }
  return ofOrders(ORDERS_OF[kind](value));
};

/** A name or an address finds buyers; whatever else means an order finds its buyer. */
const customersOfMeaning: Select = ({ kind }, value) => {
  if (kind === 'email') {
    return `select id from customers where email_key >= ${value} and email_key < ${value} || chr(1114111)
      union all select customer_id from orders where ${beginsWith('lower(customer_email)', value)}`;
  }
  if (kind === 'name') {
    return `select id from customers where ${namesLike('full_name', value)}
      union all select customer_id from orders where ${namesLike('customer_name', value)}`;
  }
  return `select customer_id from orders where id in (${ORDERS_OF[kind](value)})`;
};

/** Money is found by its own number and amount, by the payment that it counts for, or by its order. */
const receiptsOfMeaning: Select = ({ kind }, value) => {
  if (kind === 'receipt') return `select id from receipts where transaction = ${value}`;
  if (kind === 'amount') return `select id from receipts where amount = ${value}`;
  if (kind === 'payment') {
    return `select receipt_id from receipt_shares where payment_id = (select id from payments where reference = ${value})`;
  }
  return `select id from receipts where order_id in (${BUYERS_ORDERS_OF[kind](value)})`;
};

const refundsOfMeaning: Select = ({ kind }, value) =>
  kind === 'refund'
    ? `select id from refunds where code = ${value}`
    : `select id from refunds where order_id in (${BUYERS_ORDERS_OF[kind](value)})`;

const invoicesOfMeaning: Select = ({ kind }, value) =>
  kind === 'invoice'
    ? `select id from invoices where code = ${value}`
    : `select id from invoices where order_id in (${BUYERS_ORDERS_OF[kind](value)})`;

/** An address finds what went there; whatever else means an order finds what was sent about it. */
const mailsOfMeaning: Select = ({ kind }, value) =>
  kind === 'email'
    ? `select id from mails where recipient <> '' and ${beginsWith('lower(recipient)', value)}`
    : `select id from mails where order_id in (${BUYERS_ORDERS_OF[kind](value)})`;

interface Matches {
  readonly sql: string;
  readonly values: (string | number)[];
}

const matchesOf =
  (select: Select) =>
  (meanings: readonly SearchMeaning[], place: number): Matches => ({
    sql: meanings.map((meaning, index) => select(meaning, `$${place + index}`)).join(' union all '),
    values: meanings.map(valueIn),
  });

// Each selects the ids of what any of the meanings finds; `place` counts the placeholders from.
export const ordersOf = matchesOf(({ kind }, value) => ORDERS_OF[kind](value));
export const buyersOrdersOf = matchesOf(({ kind }, value) => BUYERS_ORDERS_OF[kind](value));
export const ticketsOf = matchesOf(ticketsOfMeaning);
export const receiptsOf = matchesOf(receiptsOfMeaning);
export const refundsOf = matchesOf(refundsOfMeaning);
export const invoicesOf = matchesOf(invoicesOfMeaning);
export const mailsOf = matchesOf(mailsOfMeaning);
export const customersOf = matchesOf(customersOfMeaning);

export function valueIn(meaning: SearchMeaning): string | number {
  if (meaning.kind === 'amount') return meaning.amount;
  if (meaning.kind === 'scanned') return meaning.ticketId;
  return 'code' in meaning ? meaning.code : meaning.beginning;
}
