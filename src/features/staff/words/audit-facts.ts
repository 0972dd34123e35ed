import { providerName } from '#features/payments/domain/provider-name.ts';
import { statementLineOf, transactionNumber } from '#features/payments/domain/transaction-number.ts';
import { bankReasonInWords } from '#features/payments/words/staff/bank-reasons.ts';
import { type DateSettings, formatDateTime, formatDay } from '#kernel/dates.ts';
import { type Language, markedText } from '#kernel/language.ts';
import { edgeOfTypedDay } from '#kernel/local-day.ts';
import { formatMoney, type MoneySettings } from '#kernel/money.ts';
import { ROLES, type Role } from '../domain/permissions.ts';
import { mailKindNames } from './mail-kind-names.ts';
import { permissionNames } from './permission-names.ts';
import { roleNames } from './roles.ts';

/** A line of an entry's details, in words. */
interface AuditFact {
  readonly name: string;
  /** Undefined for a fact that did not change. */
  readonly before?: string;
  readonly after: string;
}

/** Details that are sums in minor units of the shop's currency, with their labels for `translate`. */
const SUMS: Readonly<Record<string, string>> = {
  amount: markedText('Amount'),
  lost: markedText('Lost'),
  owed: markedText('Owed'),
  returned: markedText('Returned'),
  still: markedText('Left'),
  suspended: markedText('Without an order'),
  taken: markedText('Taken'),
  total: markedText('Total'),
};

/** Labels of the other details, for `translate`. */
const NAMES: Readonly<Record<string, string>> = {
  added: markedText('Added'),
  attempts: markedText('Attempts'),
  attention: markedText('What is wrong'),
  before_order: markedText('Before the order was placed'),
  beyond_capacity: markedText('Beyond capacity'),
  beyond_limits: markedText('Beyond the customer’s limits'),
  booked: markedText('Booked'),
  by: markedText('By'),
  call: markedText('Call'),
  called: markedText('Called'),
  cancellation: markedText('Cancellation'),
  carts: markedText('Carts'),
  change: markedText('Change'),
  channel: markedText('Channel'),
  columns: markedText('Columns'),
  count: markedText('Number'),
  customer: markedText('Customer'),
  day: markedText('Day'),
  dispute: markedText('Dispute'),
  elsewhere: markedText('To another address'),
  ended: markedText('Ended'),
  fees: markedText('Fees'),
  file: markedText('File'),
  files: markedText('Files'),
  filters: markedText('Filters'),
  free_of_charge: markedText('Free of charge'),
  from: markedText('Previous status'),
  gateway: markedText('Payment provider'),
  item: markedText('Item'),
  items: markedText('Items'),
  kinds: markedText('Emails'),
  line: markedText('Line'),
  lines: markedText('Lines'),
  list: markedText('List'),
  made: markedText('Did it go through?'),
  made_at: markedText('Created'),
  mails: markedText('Emails'),
  made_by: markedText('Created by'),
  method: markedText('Payment method'),
  matter: markedText('Matter'),
  movement: markedText('Transfer'),
  name: markedText('Name'),
  note: markedText('Note'),
  number: markedText('Transaction'),
  new_device: markedText('New device'),
  order: markedText('Order'),
  orders: markedText('Orders'),
  outcome: markedText('Previously'),
  orders_kept: markedText('Orders kept'),
  people: markedText('People'),
  permission: markedText('Permission'),
  places: markedText('Places'),
  position: markedText('Position'),
  reason: markedText('Why'),
  refund: markedText('Refund'),
  receipt: markedText('Receipt'),
  rows: markedText('Rows'),
  reference: markedText('Reference'),
  roles: markedText('Roles'),
  tickets: markedText('Tickets'),
  to: markedText('Status'),
  transaction: markedText('Transaction'),
  travel_time: markedText('Travel time'),
  until: markedText('Until'),
  uses: markedText('Uses'),
  valid_tickets: markedText('Valid tickets'),
  version: markedText('Version'),
  vouchers: markedText('Vouchers'),
  warning: markedText('Warning'),
  way: markedText('Refunded to'),
  why: markedText('What is wrong'),
  withdrawn: markedText('Refunds withdrawn'),
  withdrawn_items: markedText('Withdrawn from sale'),
};

/** Words for values, by the name of the detail. Other values are shown as they are stored. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  attention: {
    late: markedText('Paid too late'),
    short: markedText('Too little paid'),
    over: markedText('Too much paid'),
    double: markedText('Paid twice'),
    unmatched: markedText('Money without an order'),
    currency: markedText('Wrong currency'),
    amount: markedText('Wrong amount'),
    contradicted: markedText('Contradicted by the provider'),
  },
  by: {
    code: markedText('Authenticator code'),
    'first-factor': markedText('First sign-in'),
    load: markedText('The number of visitors'),
    passkey: markedText('Passkey'),
    'recovery-code': markedText('Recovery code'),
  },
  outcome: {
    booked: markedText('Booked'),
    without_order: markedText('Booked without an order'),
    refunds_paid: markedText('Refund paid'),
    refund_returned: markedText('Refund returned'),
    payout_arrived: markedText('Provider payout'),
    charged_back: markedText('Charged back'),
    ignored: markedText('Ignored'),
  },
  kinds: mailKindNames,
  permission: permissionNames,
  change: { moved: markedText('Moved'), split: markedText('Split'), waived: markedText('Waived') },
  list: {
    '/orders': markedText('Orders'),
    '/tickets': markedText('Tickets'),
    '/people': markedText('People'),
    '/money/receipts': markedText('Money received'),
    '/money/refunds': markedText('Refunds'),
    '/money/plans': markedText('Instalments'),
    '/money/invoices': markedText('Invoices'),
    '/mails': markedText('Emails'),
  },
  fees: { kept: markedText('Kept'), returned: markedText('Returned') },
  method: {
    bank_transfer: markedText('Bank transfer'),
    credit_card: markedText('Card'),
    voucher: markedText('Voucher'),
  },
  way: { bank: markedText('Bank transfer'), card: markedText('Card') },
  why: {
    failed: markedText('Did not reach the bank'),
    parts_differ: markedText('Does not match its breakdown'),
    parts_missing: markedText('Breakdown missing'),
    currency: markedText('Wrong currency'),
  },
};

/** Kinds of inbox entries, by the first part of their keys. */
const MATTERS: Readonly<Record<string, string>> = {
  receipt: markedText('Money received'),
  'order-problem': markedText('Payment problem'),
  'order-owed': markedText('Owed to the customer'),
  dispute: markedText('Disputed payment'),
  'fraud-warning': markedText('Early fraud warning'),
  payout: markedText('Provider payout'),
  refund: markedText('Refund to decide'),
  'refund-unclear': markedText('Unconfirmed refund'),
  charge: markedText('Unconfirmed charge'),
  cancellation: markedText('Cancelled event'),
  movement: markedText('Failed refund'),
  'transfer-file': markedText('Refund file to approve'),
  reminder: markedText('Reminder'),
  mail: markedText('Email not delivered'),
  message: markedText('Unprocessed message'),
};

/** Names of the statuses of what entries are about, for `translate`. */
export interface StatusNames {
  readonly orders: Readonly<Record<string, string>>;
  readonly refunds: Readonly<Record<string, string>>;
}

/** The bank's or provider's number. A line of a statement without one is known by its day and amount. */
function movementInWords(transaction: string, { text }: Language, settings: MoneySettings & DateSettings): string {
  const number = transactionNumber(transaction);
  if (number !== null) return number;
  const { day, amount } = statementLineOf(transaction);
  const moment = edgeOfTypedDay(day, settings.timezone, 0);
  return text('{amount} on {day}, without a number', {
    amount: formatMoney(amount, settings),
    day: moment === null ? day : formatDay(moment, settings, { year: true }),
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasValue = ([key, value]: [string, unknown]): boolean =>
  value !== null && !(Array.isArray(value) && value.length === 0) && !(key in SUMS && value === 0);

/** Returns what changed, with its value before and after, and then the other facts, except those in `without`. */
export function auditFacts(
  details: Readonly<Record<string, unknown>>,
  language: Language,
  settings: MoneySettings & DateSettings,
  statusNames: StatusNames,
  without: readonly string[] = [],
): AuditFact[] {
  const { translate, text } = language;
  const nameOf = (key: string) => {
    const name = SUMS[key] ?? NAMES[key];
    return name ? translate(name) : key.replaceAll('_', ' ');
  };
  // Only entries about refunds have the code of their order.
  const statuses = 'order' in details ? statusNames.refunds : statusNames.orders;
  const wordFor = (key: string, value: unknown): string | undefined =>
    (key === 'from' || key === 'to' ? statuses : VALUES[key])?.[String(value)];
  const shown = (key: string, value: unknown): string => {
    if (value === undefined || value === null) return '–';
    if (Array.isArray(value)) return value.map((one) => shown(key, one)).join(', ');
    if (typeof value === 'boolean') return value ? text('Yes') : text('No');
    if (typeof value === 'number' && key in SUMS) return formatMoney(value, settings);
    if (key === 'gateway') return providerName(String(value));
    if (key === 'transaction') return movementInWords(String(value), language, settings);
    if (key === 'matter') {
      const matter = MATTERS[String(value).replace(/:.*$/, '')];
      if (matter) return translate(matter);
    }
    const day = typeof value === 'string' ? edgeOfTypedDay(value, settings.timezone, 0) : null;
    if (day !== null) return formatDay(day, settings, { year: true });
    if (typeof value === 'object') return JSON.stringify(value);
    if (key === 'travel_time') return formatDateTime(String(value), settings);
    if (key === 'reason') return bankReasonInWords(String(value), language);
    const word = wordFor(key, value);
    if (word) return translate(word);
    return ROLES.includes(value as Role) ? translate(roleNames[value as Role]) : String(value);
  };
  const { before, after, ...facts } = details;
  // People know a line of a statement by the bank's number, not by its key, and a call by the permission that it needs.
  const replaced = [...('number' in facts ? ['transaction'] : []), ...('permission' in facts ? ['call'] : [])];
  // Changes of roles are stored as two lists, changes of named values as two records.
  const [was, is] = [isRecord(before) ? before : { roles: before }, isRecord(after) ? after : { roles: after }];
  const isChange = before !== undefined || after !== undefined;
  const keys = isChange ? [...new Set([...Object.keys(was), ...Object.keys(is)])] : [];
  const changed = keys.filter((key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]));
  return [
    ...changed.map((key) => ({ name: nameOf(key), before: shown(key, was[key]), after: shown(key, is[key]) })),
    ...Object.entries(facts)
      .filter((fact) => hasValue(fact) && ![...without, ...replaced].includes(fact[0]))
      .map(([key, value]) => ({ name: nameOf(key), after: shown(key, value) })),
  ];
}
