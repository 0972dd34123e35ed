import { OWN_MONEY, OWN_MONEY_BOOKED } from './conditions.ts';
import { figuresIn, valuesOf } from './day-figures-store.ts';
import type { Span } from './report-days.ts';
import type { Sql } from './rows-of-sql-store.ts';
import type { SpansToRead } from './stored-spans.ts';

export interface MoneyPart {
  /** Account of the ledger; null for all that hold the shop's money. */
  readonly account: string | null;
  /** Kinds of bookings; null for all. */
  readonly kinds: readonly string[] | null;
  /** -1 for columns that show outgoing money as a positive number. */
  readonly sign: 1 | -1;
}

export const moneyRows = ({ account, kinds, sign }: MoneyPart, { from, until }: Span): Sql => ({
  sql: `select e.id as key, t.booked_at as at, o.code as order, o.customer_name as "customerName",
      t.kind || ' ' || e.account as what, 0 as tickets, ${sign} * e.amount as amount
    from ledger_transactions t
      join ledger_entries e on e.transaction_id = t.id
      left join orders o on o.id = t.order_id
    where ${OWN_MONEY_BOOKED} and ($3::text is null or e.account = $3) and ($4::text[] is null or t.kind = any($4))`,
  values: [from, until, account, kinds],
});

export const moneySums = ({ account, kinds, sign }: MoneyPart, spans: SpansToRead): Sql => ({
  sql: `select day, entries as count, 0 as tickets, ${sign} * amount as amount
    from ${figuresIn('report_booked')} e
    where ${OWN_MONEY} and ($4::text is null or account = $4) and ($5::text[] is null or kind = any($5))`,
  values: [...valuesOf(spans), account, kinds],
});
