import type { Rule, Statement } from './database-proxy.ts';

/** A point in the work of a server process, recognised by its statements. */
export interface Point {
  readonly name: string;
  readonly rule: Rule;
}

/** Whether this statement commits the pattern's statement: it ends its transaction, or runs alone. */
const commits = ({ text, transaction }: Statement, pattern: RegExp): boolean =>
  text === 'commit' ? transaction.some((one) => pattern.test(one)) : transaction.length === 0 && pattern.test(text);

const at = (name: string, phase: 'before' | 'after', is: (statement: Statement) => boolean): Point => ({
  name,
  rule: (statement, now) => (now === phase && is(statement) ? 'cut' : 'pass'),
});

/** Returns the points just before a commit arrives and just after it, before its process knows. */
export const around = (what: string, pattern: RegExp): Point[] => [
  at(`before the commit of ${what}`, 'before', (statement) => commits(statement, pattern)),
  at(`after the commit of ${what}`, 'after', (statement) => commits(statement, pattern)),
];

export const POINTS: readonly Point[] = [
  ...around('a hold', /insert into stock_units/),
  ...around('an order with its first payment attempt', /insert into orders/),
  ...around('a second payment attempt', /insert into payment_attempts/),
  ...around("the gateway's new payment", /insert into sandbox_payments/),
  ...around('the page at the gateway', /update payment_attempts\s+set action/),
  ...around("the customer's choice at the gateway", /update sandbox_payments\s+set status = \$2, outcome/),
  at('between the money and the tickets', 'before', ({ text }) => /insert into tickets/.test(text)),
  ...around('a payment with its tickets', /insert into receipts/),
  ...around('the answer stored for a repeated request', /update request_results set status = \$2, answer/),
  at('before a mail is claimed', 'before', ({ text }) => /update mails\s+set tries/.test(text)),
  at('after a mail is claimed', 'after', ({ text }) => /update mails\s+set tries/.test(text)),
  ...around('the record that a mail was sent', /update mails\s+set status = 'sent'/),
  ...around(
    'the record that a message of the gateway was delivered',
    /update sandbox_callbacks\s+set next_try_at = \$3/,
  ),
];
