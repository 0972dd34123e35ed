export interface Row {
  work: string;
  clients: number;
  /** The number of operations that succeeded in the measured time. */
  done: number;
  perSecond: number;
  /** In milliseconds. */
  p50: number;
  p99: number;
  failed: number;
  refused: number;
  failures: string[];
  /** CPU milliseconds per operation, of the shop's process and of all of PostgreSQL, if the machine reports it. */
  serverCpuMs?: number | undefined;
  databaseCpuMs?: number | undefined;
  /** Megabytes of the shop's process after the work, and the peak during it. */
  memory?: { now: number; peak: number } | undefined;
  /** The machine's own limits, measured right after the work. */
  limits: { what: string; perSecond: number }[];
  /** The operations done in each slot, if the time was divided into slots. */
  perSlot?: number[];
}

/** A call of the office, made by one person. Times are in milliseconds. */
export interface OfficeRow {
  call: string;
  orders: number;
  /** The first call of its kind. */
  first: number;
  p50: number;
  p95: number;
  max: number;
  /** The value that p95 must stay below. */
  goal: number;
  /** CPU milliseconds per call, as in `Row`. */
  serverCpuMs: number;
  databaseCpuMs: number;
}

/** How long adds to carts waited during an import, or without one. Times are in milliseconds unless noted otherwise. */
export interface ImportRow {
  what: string;
  /** The number of items in the folder. */
  items: number;
  /** How long the import took. */
  seconds: number;
  adds: number;
  p50: number;
  p99: number;
  max: number;
}

/** Purchases per second in the same run, alternately without and with people who work in the office. */
export interface WithOffice {
  people: number;
  without: number[];
  with: number[];
  /** The office's calls per second during the purchases with it. */
  callsPerSecond: number;
}

const HEAD = [
  'work',
  'clients',
  'per second',
  'p50 ms',
  'p99 ms',
  'limit, per second',
  'ratio',
  'CPU ms, shop + database',
  'memory MB, peak',
  'refused, failed',
];

export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) => [
    row.work,
    String(row.clients),
    rate(row.perSecond),
    milliseconds(row.p50),
    milliseconds(row.p99),
    row.limits.map(({ what, perSecond }) => `${what} ${rate(perSecond)}`).join(', ') || '-',
    row.limits.map(({ perSecond }) => (row.perSecond / perSecond).toFixed(2)).join(', ') || '-',
    row.serverCpuMs === undefined ? '-' : `${milliseconds(row.serverCpuMs)} + ${milliseconds(row.databaseCpuMs)}`,
    row.memory ? `${row.memory.now}, ${row.memory.peak}` : '-',
    `${row.refused}, ${row.failed}`,
  ]);
  return markdown([HEAD, ...lines]);
}

export function officeTableOf(rows: readonly OfficeRow[]): string {
  const lines = rows.map(({ call, orders, first, p50, p95, max, goal, serverCpuMs, databaseCpuMs }) => [
    call,
    orders.toLocaleString('en'),
    ...[first, p50, p95, max].map(milliseconds),
    `${goal}${p95 < goal ? '' : ' MISSED'}`,
    `${milliseconds(serverCpuMs)} + ${milliseconds(databaseCpuMs)}`,
  ]);
  return markdown([
    [
      'call of the office',
      'orders',
      'first ms',
      'p50 ms',
      'p95 ms',
      'max ms',
      'goal for p95',
      'CPU ms, shop + database',
    ],
    ...lines,
  ]);
}

/** No add may wait longer than this for an import, in milliseconds. */
const LONGEST_WAIT = 100;

export function importTableOf(rows: readonly ImportRow[]): string {
  const lines = rows.map(({ what, items, seconds, adds, p50, p99, max }) => [
    what,
    items.toLocaleString('en'),
    seconds.toFixed(1),
    String(adds),
    ...[p50, p99, max].map(milliseconds),
    `${LONGEST_WAIT}${max < LONGEST_WAIT ? '' : ' MISSED'}`,
  ]);
  return markdown([
    ['meanwhile', 'items', 's', 'adds', 'p50 ms', 'p99 ms', 'longest ms', 'goal for the longest'],
    ...lines,
  ]);
}

/** The minimum ratio of purchases with the office to purchases without it. */
const MIN_SHARE = 0.97;

export function withOfficeTableOf({ people, without, with: withOffice, callsPerSecond }: WithOffice): string {
  const share = meanOf(withOffice) / meanOf(without);
  // Slots that follow each other ran at about the same speed of the machine.
  const pairs = without.map((rate, turn) => withOffice[turn]! / rate);
  const error = Math.sqrt(meanOf(pairs.map((pair) => (pair - meanOf(pairs)) ** 2)) / Math.max(1, pairs.length - 1));
  const line = (what: string, rates: readonly number[]) => [what, rate(meanOf(rates)), rates.map(rate).join(', ')];
  return markdown([
    ['purchases', 'per second, mean', 'in turn'],
    line('nobody in the office', without),
    line(`${people} people in the office, ${rate(callsPerSecond)} calls per second`, withOffice),
    [
      'ratio',
      `${share.toFixed(3)}${share >= MIN_SHARE ? '' : ' MISSED'}`,
      `goal ${MIN_SHARE}, standard error ${error.toFixed(3)}`,
    ],
  ]);
}

const meanOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

export const medianOf = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return Number.isInteger(middle) ? (sorted[middle - 1]! + sorted[middle]!) / 2 : sorted[Math.floor(middle)]!;
};

const markdown = ([head, ...rows]: readonly string[][]): string =>
  [head!, head!.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const rate = (perSecond: number): string => (perSecond < 100 ? perSecond.toFixed(1) : perSecond.toFixed(0));

function milliseconds(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return '-';
  return value < 10 ? value.toFixed(2) : value.toFixed(0);
}
