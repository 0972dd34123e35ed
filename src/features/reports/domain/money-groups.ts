import { groupOf, isTimeGroup } from './time-groups.ts';

export const MONEY_GROUPS = ['way', 'day', 'week', 'month'] as const;
export type MoneyGroup = (typeof MONEY_GROUPS)[number];

/** What a kind of booking means for the accounts of the bank and the gateways. */
export const MONEY_COLUMNS = ['in', 'out', 'taken', 'moved'] as const;
export type MoneyColumn = (typeof MONEY_COLUMNS)[number];

/** Kinds of the ledger that move the shop's own money. */
const columnOfKind = {
  payment: 'in',
  suspense: 'in',
  // The transfer was booked by mistake.
  undone: 'in',
  refund_paid: 'out',
  returned: 'out',
  order_returned: 'out',
  // Also a chargeback whose money came back, because the dispute was won or it was booked by mistake.
  charge_back: 'taken',
  // From a gateway to the bank, less its fees.
  payout: 'moved',
  payout_failed: 'moved',
} as const satisfies Record<string, MoneyColumn>;

export type KindOfMoney = keyof typeof columnOfKind;
export const KINDS_OF_MONEY = Object.keys(columnOfKind) as KindOfMoney[];

export const kindsOf = (column: MoneyColumn): KindOfMoney[] =>
  KINDS_OF_MONEY.filter((kind) => columnOfKind[kind] === column);

/** Entries of one day, kind and account. */
export interface LedgerFigure {
  readonly day: string;
  readonly kind: string;
  readonly account: string;
  /** Set only for tax. */
  readonly taxBasisPoints: number | null;
  readonly amount: number;
}

export interface MoneyRow {
  /** `bank`, a gateway's name, or the first day of a time group. */
  readonly key: string;
  readonly in: number;
  readonly out: number;
  readonly taken: number;
  readonly moved: number;
  /** The change of the ledger's accounts: in − out − taken + moved. */
  readonly change: number;
}

/**
 * Returns `bank` or the gateway's name for accounts that hold the shop's own money in its currency; undefined for all
 * others.
 */
function ownMoney(account: string): string | undefined {
  if (account === 'bank') return 'bank';
  return /^gateway:([^:]+)$/.exec(account)?.[1];
}

export function groupMoney(
  figures: readonly LedgerFigure[],
  { by, days }: { readonly by: MoneyGroup; readonly days: readonly string[] },
): MoneyRow[] {
  const rows = new Map<string, { -readonly [Name in keyof MoneyRow]: MoneyRow[Name] }>();
  const rowOf = (key: string) => {
    const row = rows.get(key) ?? { key, in: 0, out: 0, taken: 0, moved: 0, change: 0 };
    rows.set(key, row);
    return row;
  };
  if (isTimeGroup(by)) for (const day of days) rowOf(groupOf(day, by));
  for (const { day, kind, account, amount } of figures) {
    const way = ownMoney(account);
    if (way === undefined) continue;
    const column: MoneyColumn | undefined = columnOfKind[kind as KindOfMoney];
    // Each new kind of booking needs a column.
    if (column === undefined) throw new Error(`The money report has no column for bookings of the kind ${kind}`);
    const row = rowOf(isTimeGroup(by) ? groupOf(day, by) : way);
    row[column] += column === 'in' || column === 'moved' ? amount : -amount;
    row.change += amount;
  }
  const all = [...rows.values()];
  return isTimeGroup(by) ? all : all.toSorted((one, other) => (one.key < other.key ? -1 : 1));
}
