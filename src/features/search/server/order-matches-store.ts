import type { SearchMeaning } from '../domain/search-meaning.ts';
import { beginsWith, isNamed, rowsNamed } from './name-matches-store.ts';

/** SQL for the id that a ticket's QR code contains instead of its code. */
export const scannedId = (code: string) => `substr(encode(sha256(('ticket:' || ${code})::bytea), 'hex'), 1, 20)`;

export function valueIn(meaning: SearchMeaning): string | number {
  if (meaning.kind === 'amount') return meaning.amount;
  if (meaning.kind === 'receipt_id') return meaning.id;
  if (meaning.kind === 'scanned') return meaning.ticketId;
  return 'code' in meaning ? meaning.code : meaning.beginning;
}

/** The condition that a receipt or a line of a refund has this number. Its letters may be capitals or not. */
export const hasNumber = (row: string, value: string): string => {
  const number = `any(array[${value}::text, upper(${value}::text), lower(${value}::text)])`;
  return `(${row}.transaction = ${number} or ${row}.bank_reference = ${number})`;
};

type Select = (meaning: SearchMeaning, value: string) => string;

/** How a text finds rows of one list. `value` is always the placeholder of `valueIn(meaning)`. */
export interface TextMatches {
  /** Selects the ids of rows that match by their own columns; null if none can match this meaning. */
  readonly rows: (...found: Parameters<Select>) => string | null;
  /** Selects the ids of orders whose rows all match; null if none can match this meaning. */
  readonly orders: (...found: Parameters<Select>) => string | null;
  /** Selects the ids of the rows of the orders in `bought`. */
  readonly rowsOfOrders: string;
  /**
   * How often `rows` can select the same row: twice, for example, if an order matches by its buyer and by a ticket's
   * holder.
   */
  readonly times: 1 | 2;
  /** The condition that tests one row, for texts that find too many rows to read their ids. */
  readonly isFound: Select;
}

/** Codes compare byte by byte. */
export const beginsCode = (code: string, value: string) => `${code} >= ${value} and ${code} < ${value} || '~'`;

/** Selects the ids of tickets. A union, because with "or" PostgreSQL would read all tickets. */
export const ticketsBeginning = (value: string) =>
  `select id from tickets where ${beginsCode('code', value)}
   union all select ticket_id from revoked_tickets where ${beginsCode('code', value)}`;

/** Selects the ids of orders found by their buyer, or by anything else that identifies an order. */
function buyersOrders(meaning: SearchMeaning, value: string): string {
  switch (meaning.kind) {
    case 'order':
      return `select id from orders where code = ${value}`;
    case 'order_beginning':
      return `select id from orders where ${beginsCode('code', value)}`;
    case 'payment':
      return `select order_id from payments where reference = ${value}`;
    case 'refund':
      return `select order_id from refunds where code = ${value}`;
    case 'ticket':
      return `select order_id from tickets where code = ${value} or id = (select ticket_id from revoked_tickets where code = ${value} limit 1)`;
    case 'ticket_beginning':
      return `select order_id from tickets where id in (${ticketsBeginning(value)})`;
    case 'scanned':
      return `select order_id from tickets where ${scannedId('code')} = ${value}`;
    case 'invoice':
      return `select order_id from invoices where code = ${value}`;
    case 'receipt':
      return `select order_id from receipts r where ${hasNumber('r', value)} and order_id is not null
        union select f.order_id from refund_bank_lines b join refunds f on f.id = b.refund_id where ${hasNumber('b', value)}`;
    case 'receipt_id':
      return `select order_id from receipts where id = ${value} and order_id is not null`;
    case 'amount':
      // Each order once. `offset 0` makes PostgreSQL look up each row, so that a limit of rows ends the search early.
      return `select id from orders where total_price = ${value}
        union all select r.order_id from receipts r
        where r.amount = ${value} and r.order_id is not null
          and not exists (select from orders b where b.id = r.order_id and b.total_price = ${value} offset 0)
          and not exists (
            select from receipts e where e.order_id = r.order_id and e.amount = ${value} and e.id < r.id offset 0
          )`;
    case 'email':
      return `select id from orders where ${beginsWith('lower(customer_email)', value)}`;
    case 'name':
      return rowsNamed({ columns: 'id', table: 'orders', name: 'customer_name' }, value, meaning.beginning);
  }
}

/**
 * Also finds orders by their tickets' holders, who do not find money and documents, because these belong to the buyer.
 */
function ordersOf(meaning: SearchMeaning, value: string): string {
  const bought = buyersOrders(meaning, value);
  if (meaning.kind === 'email') {
    return `${bought} union all select order_id from tickets where ${beginsWith('lower(email)', value)}`;
  }
  if (meaning.kind === 'name') {
    const held = { columns: 'order_id', table: 'tickets', name: 'full_name' };
    return `${bought} union all ${rowsNamed(held, value, meaning.beginning)}`;
  }
  return bought;
}

/** The condition that the order with this id is one of `buyersOrders`. */
function isBuyersOrder(id: string, meaning: SearchMeaning, value: string): string {
  // `offset 0` keeps PostgreSQL from looking for all orders in advance.
  const isThere = (table: string, condition: string) => `exists (select from ${table} where ${condition} offset 0)`;
  switch (meaning.kind) {
    case 'order_beginning':
      return isThere('orders b', `b.id = ${id} and ${beginsCode('b.code', value)}`);
    case 'amount':
      return `(${isThere('orders b', `b.id = ${id} and b.total_price = ${value}`)}
        or ${isThere('receipts b', `b.order_id = ${id} and b.amount = ${value}`)})`;
    case 'email':
      return isThere('orders b', `b.id = ${id} and ${beginsWith('lower(b.customer_email)', value)}`);
    case 'name':
      return isNamed({ table: 'orders b', where: `b.id = ${id}`, name: 'b.customer_name' }, value, meaning.beginning);
    default:
      return `${id} in (${buyersOrders(meaning, value)})`;
  }
}

/** The condition that a ticket with `where` has a matching holder. */
function isHeld(where: string, meaning: SearchMeaning, value: string): string {
  if (meaning.kind === 'name') {
    return isNamed({ table: 'tickets h', where, name: 'h.full_name' }, value, meaning.beginning);
  }
  return meaning.kind === 'email'
    ? `exists (select from tickets h where ${where} and ${beginsWith('lower(h.email)', value)} offset 0)`
    : 'false';
}

export const ORDER_MATCHES: TextMatches = {
  rows: ordersOf,
  orders: () => null,
  rowsOfOrders: 'select id from bought',
  times: 2,
  isFound: (meaning, value) =>
    `(${isBuyersOrder('o.id', meaning, value)} or ${isHeld('h.order_id = o.id', meaning, value)})`,
};

const rowsOf = (table: string) => `select id from ${table} where order_id in (select id from bought)`;

const isAboutTicket = ({ kind }: SearchMeaning): boolean =>
  kind === 'ticket' || kind === 'ticket_beginning' || kind === 'scanned';

/**
 * A holder's name or address finds the holder's tickets; anything else that identifies an order finds all of its
 * tickets.
 */
export const TICKET_MATCHES: TextMatches = {
  rows(meaning, value) {
    switch (meaning.kind) {
      case 'ticket':
        return `select id from tickets where code = ${value}
          union all select ticket_id from revoked_tickets where code = ${value}`;
      case 'ticket_beginning':
        return ticketsBeginning(value);
      case 'scanned':
        return `select id from tickets where ${scannedId('code')} = ${value}`;
      case 'email':
        return `select id from tickets where ${beginsWith('lower(email)', value)}`;
      case 'name':
        return rowsNamed({ columns: 'id', table: 'tickets', name: 'full_name' }, value, meaning.beginning);
      default:
        return null;
    }
  },
  orders: (meaning, value) => (isAboutTicket(meaning) ? null : buyersOrders(meaning, value)),
  rowsOfOrders: rowsOf('tickets'),
  times: 1,
  isFound: (meaning, value) =>
    isAboutTicket(meaning)
      ? `t.id in (${TICKET_MATCHES.rows(meaning, value)})`
      : `(${isHeld('h.id = t.id', meaning, value)} or ${isBuyersOrder('t.order_id', meaning, value)})`,
};

/** A name or an address finds buyers; anything else that identifies an order finds its buyer. */
export const PERSON_MATCHES: TextMatches = {
  rows(meaning, value) {
    if (meaning.kind === 'email') {
      return `select id from customers where email_key >= ${value} and email_key < ${value} || chr(1114111)
        union all select customer_id from orders where ${beginsWith('lower(customer_email)', value)}`;
    }
    if (meaning.kind !== 'name') return null;
    const ordered = { columns: 'customer_id', table: 'orders', name: 'customer_name' };
    return `${rowsNamed({ columns: 'id', table: 'customers', name: 'full_name' }, value, meaning.beginning)}
      union all ${rowsNamed(ordered, value, meaning.beginning)}`;
  },
  orders: (meaning, value) => (meaning.kind === 'email' || meaning.kind === 'name' ? null : ordersOf(meaning, value)),
  rowsOfOrders: 'select customer_id from orders where id in (select id from bought)',
  times: 2,
  isFound(meaning, value) {
    if (meaning.kind === 'email') {
      const ordered = `o.customer_id = c.id and ${beginsWith('lower(o.customer_email)', value)}`;
      return `((c.email_key >= ${value} and c.email_key < ${value} || chr(1114111))
        or exists (select from orders o where ${ordered} offset 0))`;
    }
    if (meaning.kind === 'name') {
      const own = { table: '(select 1) as own', where: 'true', name: 'c.full_name' };
      const ordered = { table: 'orders b', where: 'b.customer_id = c.id', name: 'b.customer_name' };
      return `(${isNamed(own, value, meaning.beginning)} or ${isNamed(ordered, value, meaning.beginning)})`;
    }
    return `exists (select from orders o where o.customer_id = c.id and ${ORDER_MATCHES.isFound(meaning, value)} offset 0)`;
  },
};

/** Rows of `table`, called `row`, found by their buyer's order or by conditions of their own, such as their code. */
function ofBuyer(
  table: string,
  row: string,
  own: Partial<Record<SearchMeaning['kind'], (value: string) => string>> = {},
): TextMatches {
  return {
    rows(meaning, value) {
      const condition = own[meaning.kind]?.(value);
      return condition ? `select ${row}.id from ${table} ${row} where ${condition}` : null;
    },
    orders: (meaning, value) => (own[meaning.kind] ? null : buyersOrders(meaning, value)),
    rowsOfOrders: rowsOf(table),
    times: 1,
    isFound: (meaning, value) => own[meaning.kind]?.(value) ?? isBuyersOrder(`${row}.order_id`, meaning, value),
  };
}

/** Money is found by its own number and amount, by the payment that it counts for, or by its order. */
export const RECEIPT_MATCHES = ofBuyer('receipts', 'r', {
  receipt: (value) => hasNumber('r', value),
  receipt_id: (value) => `r.id = ${value}`,
  amount: (value) => `r.amount = ${value}`,
  payment: (value) =>
    `r.id in (select receipt_id from receipt_shares where payment_id = (select id from payments where reference = ${value}))`,
});

export const REFUND_MATCHES = ofBuyer('refunds', 'f', { refund: (value) => `f.code = ${value}` });

export const INVOICE_MATCHES = ofBuyer('invoices', 'd', { invoice: (value) => `d.code = ${value}` });

/** An address finds the mails sent there; anything else that identifies an order finds the mails about it. */
export const MAIL_MATCHES = ofBuyer('mails', 'm', {
  email: (value) => `(m.recipient <> '' and ${beginsWith('lower(m.recipient)', value)})`,
});

/** Instalments of payment plans. */
export const INSTALMENT_MATCHES = ofBuyer('payments', 'p');
