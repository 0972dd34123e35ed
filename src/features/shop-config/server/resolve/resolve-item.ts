import type { PlanStep } from '#features/catalogue/contract.ts';
import type { ImportedItem, ItemDetails } from '#features/catalogue/server/public.ts';
import { type Minor, sum } from '#kernel/money.ts';
import type { Entry } from '../folder/read-shop-folder.ts';
import type { ItemFile } from '../folder/schema/item-file.ts';
import type { ShopFile } from '../folder/schema/shop-file.ts';
import { type ResolvedTax, resolveTax } from './resolve-tax.ts';
import { type Resolving, refuseDuplicates } from './resolving.ts';

export interface ResolvedItem extends ImportedItem {
  readonly entry: Entry<ItemFile>;
}

export interface ItemContext {
  readonly shop: ShopFile;
  readonly shopTax: Readonly<Record<'tickets' | 'merchandise', ResolvedTax>>;
  /** Keys of the age ranges in the folder's order. */
  readonly ageKeys: readonly string[];
  /** Time zones by event code. */
  readonly eventTimezones: ReadonlyMap<string, string>;
  readonly images: readonly string[];
}

export function resolveItem(entry: Entry<ItemFile>, context: ItemContext, resolving: Resolving): ResolvedItem {
  const { value: item } = entry;
  const { shop } = context;
  const kind = item.type in shop.merchandise_types ? 'merchandise' : 'tickets';
  if (kind === 'tickets' && !(item.type in shop.product_types)) {
    resolving.addMistake(
      entry,
      ['type'],
      `${item.type} is neither in product_types nor in merchandise_types of shop.yaml`,
    );
  }
  if (item.event !== undefined && !context.eventTimezones.has(item.event)) {
    resolving.addMistake(entry, ['event'], `there is no event ${item.event} in events.yaml`);
  }
  if (kind === 'merchandise') refuseTicketKeys(entry, resolving);

  const timezone = item.timezone ?? context.eventTimezones.get(item.event ?? '') ?? resolving.timezone;
  const tax = taxOf(entry, kind, context, resolving);
  const price = resolving.money(entry, ['price'], item.price);
  const fee = resolving.money(entry, ['fee'], item.fee);
  return {
    entry,
    externalCode: item.external_code,
    kind,
    name: resolving.text(entry, ['name'], item.name),
    type: item.type,
    eventCode: item.event ?? null,
    price,
    fee,
    taxBasisPoints: tax.taxBasisPoints,
    refundFee: resolving.money(entry, ['refunds', 'fee'], item.refunds?.fee ?? 0),
    limitPerOrder: item.limit_per_order,
    ...travel(entry, timezone, resolving),
    timezone,
    paymentPlan: paymentPlan(entry, sum([price, fee]), resolving),
    capacity: unitsOf(item.stock),
    details: {
      ...details(entry, context, timezone, resolving),
      ...(tax.taxByCountry && { taxByCountry: tax.taxByCountry }),
    },
  };
}

const unitsOf = (stock: number | 'unlimited'): number | null => (stock === 'unlimited' ? null : stock);

const TICKET_KEYS = [
  'event',
  'valid',
  'age_options',
  'name_changes',
  'email_changes',
  'travel_time',
  'travel_times',
  'meeting_point',
  'travel_time_changes_until',
  'payment_plan',
] as const satisfies (keyof ItemFile)[];

function refuseTicketKeys(entry: Entry<ItemFile>, resolving: Resolving): void {
  for (const name of TICKET_KEYS) {
    if (entry.value[name]) resolving.addMistake(entry, [name], 'merchandise has none');
  }
}

function taxOf(
  entry: Entry<ItemFile>,
  kind: 'tickets' | 'merchandise',
  { shop, shopTax }: ItemContext,
  resolving: Resolving,
): ResolvedTax {
  const own = entry.value.tax;
  if (own === undefined) return shopTax[kind];
  if (kind === 'tickets' && typeof own !== 'number') {
    resolving.addMistake(entry, ['tax'], 'a ticket is taxed where its event is: expected one rate');
  }
  return resolveTax(entry, ['tax'], own, shop, resolving);
}

function travel(
  entry: Entry<ItemFile>,
  timezone: string,
  resolving: Resolving,
): Pick<ResolvedItem, 'travelTimeType' | 'travelTime' | 'departures'> {
  const { travel_time: fixed, travel_times: times } = entry.value;
  if (fixed !== undefined && times !== undefined) {
    resolving.addMistake(entry, ['travel_times'], 'an item has either one travel_time or travel_times to choose from');
  }
  if (fixed !== undefined) {
    const travelTime = resolving.instant(entry, ['travel_time'], fixed, 'start', timezone);
    return { travelTimeType: 'fixed', travelTime, departures: [] };
  }
  if (times === undefined) return { travelTimeType: null, travelTime: null, departures: [] };
  refuseDuplicates(
    resolving,
    times.map((time, index) => ({ entry, path: ['travel_times', index], value: time.code ?? time.at })),
    (code) => `the travel time ${code}`,
  );
  const departures = times.map((time, index) => ({
    code: time.code ?? time.at,
    departsAt: resolving.instant(entry, ['travel_times', index, 'at'], time.at, 'start', timezone),
    capacity: unitsOf(time.stock),
  }));
  return { travelTimeType: 'selectable', travelTime: null, departures };
}

function paymentPlan(entry: Entry<ItemFile>, total: Minor, resolving: Resolving): PlanStep[] {
  const steps = entry.value.payment_plan ?? [];
  const plan = steps.map((step, index): PlanStep => {
    const path = ['payment_plan', index];
    const amount = resolving.money(entry, [...path, 'amount'], step.amount);
    if (Number(step.amount) === 0)
      resolving.addMistake(entry, [...path, 'amount'], 'a payment of a plan must be above 0');
    if (index === 0) {
      if (step.count !== undefined || step.units !== undefined) {
        resolving.addMistake(entry, path, 'the first payment is due at once: it has no count and no units');
      }
      return { amount };
    }
    if (step.count === undefined || step.units === undefined) {
      resolving.addMistake(entry, path, 'a later payment needs count and units, which say when it is due');
      return { amount };
    }
    return { amount, count: step.count, units: step.units };
  });
  const planned = sum(plan.map((step) => step.amount));
  if (plan.length > 0 && planned !== total) {
    const decimal = (minor: number) => (minor / 10 ** resolving.currencyDigits).toFixed(resolving.currencyDigits);
    resolving.addMistake(
      entry,
      ['payment_plan'],
      `the payments come to ${decimal(planned)}, but price and fee to ${decimal(total)}`,
    );
  }
  return plan;
}

function details(
  entry: Entry<ItemFile>,
  { ageKeys, images }: ItemContext,
  timezone: string,
  resolving: Resolving,
): ItemDetails {
  const { value: item } = entry;
  const moment = (path: string[], expression: string | undefined, edge: 'start' | 'end'): string | null =>
    expression === undefined ? null : resolving.instant(entry, path, expression, edge, timezone).toISOString();
  const from = moment(['refunds', 'from'], item.refunds?.from, 'start');
  const until = moment(['refunds', 'until'], item.refunds?.until, 'end');
  if (from && until && from >= until) resolving.addMistake(entry, ['refunds', 'until'], 'is before from');
  const validFrom = moment(['valid', 'from'], item.valid?.from, 'start');
  const validUntil = moment(['valid', 'until'], item.valid?.until, 'end');
  if (validFrom && validUntil && validFrom >= validUntil)
    resolving.addMistake(entry, ['valid', 'until'], 'is before from');
  if (item.valid && item.event === undefined)
    resolving.addMistake(entry, ['valid'], 'an item without an event has none');
  const isTravelling = item.travel_time !== undefined || item.travel_times !== undefined;
  if (item.meeting_point !== undefined && !isTravelling) {
    resolving.addMistake(entry, ['meeting_point'], 'an item without a travel time has none');
  }
  const ages = item.age_options === 'all' ? ageKeys : (item.age_options ?? []);
  if (item.age_options === 'all' && ageKeys.length === 0) {
    resolving.addMistake(entry, ['age_options'], 'shop.yaml has no age_ranges');
  }
  ages.forEach((age, index) => {
    if (!ageKeys.includes(age))
      resolving.addMistake(entry, ['age_options', index], `${age} is not in age_ranges of shop.yaml`);
  });
  return {
    images,
    description: resolving.html(entry, ['description'], item.description, 'description'),
    isFeatured: item.featured,
    forceView: item.force_view,
    isRefundable: item.refunds !== undefined,
    allowRefundRequestsFrom: from,
    allowRefundRequestsUntil: until,
    allowNameChanges: item.name_changes !== undefined,
    allowNameChangesUntil: moment(['name_changes', 'until'], item.name_changes?.until, 'end'),
    nameChangeLimit: typeof item.name_changes?.limit === 'number' ? item.name_changes.limit : null,
    allowEmailChanges: item.email_changes,
    allowTravelTimeChangesUntil: moment(['travel_time_changes_until'], item.travel_time_changes_until, 'end'),
    ageOptions: ages,
    ...(validFrom && validUntil && { validFrom, validUntil }),
    ...(item.meeting_point && { meetingPoint: resolving.text(entry, ['meeting_point'], item.meeting_point) }),
  };
}
