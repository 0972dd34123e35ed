import { customerForBundle } from '#features/customers/server/public.ts';
import { refundViewsOf } from '#features/refunds/server/public.ts';
import { existingTickets } from '#features/tickets/server/public.ts';
import type { UserData } from '#features/user-data/contract.ts';
import type { Db } from '#platform/db/db.ts';
import type { KnownCatalogue } from '#platform/http/calls.ts';
import type { Sealer } from '#platform/secrets/sealer.ts';
import type { CatalogueState } from './catalogue-states.ts';
import { holdingsOf } from './holdings-store.ts';
import { orderViewsOf } from './order-views/order-views.ts';

export interface BundleOptions {
  customerId: number | null;
  catalogue: CatalogueState;
  known: KnownCatalogue;
  /** Country codes from the visitor's browser, best first. */
  countryHints: readonly string[];
  /** Opens a customer's bank details for refunds; not needed for a visitor. */
  bankSealer?: Sealer;
  /** The gateway for new payments keeps and charges cards; visitors need not know. */
  canSaveCard?: boolean;
  now: Date;
}

type OwnData = Pick<UserData, 'country' | 'customer' | 'orders' | 'refunds' | 'existing_tickets' | 'can_save_card'>;

/** Returns the user data bundle as JSON. The shared parts are inserted as already serialised; see `CatalogueState`. */
export async function bundleJson(db: Db, options: BundleOptions): Promise<string> {
  const own =
    options.customerId === null ? visitorsData(options) : await customersData(db, options.customerId, options);
  return joined(options, own);
}

/** The bundle of a visitor who is not logged in. Runs no query. */
export const visitorsBundleJson = (options: Pick<BundleOptions, 'catalogue' | 'known' | 'countryHints'>): string =>
  joined(options, visitorsData(options));

function joined({ catalogue, known }: Pick<BundleOptions, 'catalogue' | 'known'>, own: OwnData): string {
  const version = JSON.stringify(catalogue.version);
  return `{${sharedMembers(catalogue, known)}"catalogue_version":${version},${JSON.stringify(own).slice(1)}`;
}

/** The configuration and items that the caller does not have yet. Each member ends with a comma. */
export function sharedMembers(catalogue: CatalogueState, { version, takesChanges }: KnownCatalogue): string {
  const config = `"config":${catalogue.configJson},`;
  if (version !== null && catalogue.isNamedBy(version)) return takesChanges ? '' : config;
  const changes = version !== null && takesChanges ? catalogue.changesSince(version) : null;
  if (!changes) return `${config}${catalogue.itemsJson()},`;
  return `${changes.isConfigChanged ? config : ''}"catalogue_changes":${changes.json},`;
}

const visitorsData = ({ countryHints, catalogue }: Pick<BundleOptions, 'countryHints' | 'catalogue'>): OwnData => ({
  country: guessCountry(countryHints, catalogue),
  customer: null,
  orders: [],
  refunds: [],
  existing_tickets: [],
  can_save_card: false,
});

async function customersData(db: Db, customerId: number, options: BundleOptions): Promise<OwnData> {
  const { catalogue, now, bankSealer = null } = options;
  const [customer, has] = await Promise.all([customerForBundle(db, customerId), holdingsOf(db, customerId)]);
  const [orders, refunds, tickets] = await Promise.all([
    has.orders || has.tickets ? orderViewsOf(db, customerId, has, catalogue.shop, now) : [],
    has.refunds ? refundViewsOf(db, customerId, bankSealer, now) : [],
    has.tickets ? existingTickets(db, customerId) : [],
  ]);
  const country = customer?.country ?? guessCountry(options.countryHints, catalogue);
  return { country, customer, orders, refunds, existing_tickets: tickets, can_save_card: options.canSaveCard ?? false };
}

/** The first country in the browser's languages that the shop knows, or null. */
export function guessCountry(hints: readonly string[], { shop }: Pick<CatalogueState, 'shop'>): string | null {
  return hints.find((hint) => shop.public.countries.some(({ code }) => code === hint)) ?? null;
}

/** Regions in an `Accept-Language` header: BE for `nl-BE,nl;q=0.8`. */
export function countryHintsOf(acceptLanguage: string | undefined): string[] {
  return (acceptLanguage ?? '')
    .slice(0, 200)
    .split(',')
    .flatMap((part) => /^\s*[a-z]{2,3}-([A-Z]{2})\b/.exec(part)?.[1] ?? []);
}
