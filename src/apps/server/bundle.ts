import { customerForBundle, customersForBundle } from '#features/customers/server/public.ts';
import { refundViewsOf } from '#features/refunds/server/public.ts';
import { existingTickets } from '#features/tickets/server/public.ts';
import type { UserData } from '#features/user-data/contract.ts';
import type { Announcements } from '#features/waiting-room/server/public.ts';
import type { Db } from '#platform/db/db.ts';
import type { KnownCatalogue, WantedOrder, WantedOwn } from '#platform/http/calls.ts';
import { oneByteJson } from '#platform/http/one-byte-json.ts';
import type { Sealer } from '#platform/secrets/sealer.ts';
import { inOneTurn } from '#platform/work/in-one-turn.ts';
import type { CatalogueState } from './catalogue-states.ts';
import { orderViewsOf } from './order-views/order-views.ts';
import { holdingsOf } from './portal/holdings-store.ts';
import { newestOf } from './portal/newest.ts';
import { openOrder } from './portal/open-order.ts';

export interface BundleOptions {
  customerId: number | null;
  /** Read at the same time as the customer's own data. */
  catalogue: Promise<CatalogueState>;
  known: KnownCatalogue;
  own: WantedOwn;
  /** Country codes from the visitor's browser, in order of preference. */
  countryHints: readonly string[];
  /** Opens a customer's bank details for refunds; not needed for a visitor. */
  bankSealer?: Sealer;
  /** Whether the gateway for new payments keeps and charges cards; not needed for a visitor. */
  canSaveCard?: boolean;
  waitingRooms: Announcements['rooms'];
  now: Date;
}

type OwnData = Omit<UserData, 'config' | 'products' | 'merchandise' | 'catalogue_changes' | 'catalogue_version'>;

/**
 * Writes user data bundles as JSON. The shared parts come serialised from `CatalogueState`. Own data without older
 * orders, which the pages request, is read once for all customers who are answered in the same turn.
 */
export function createBundles(db: Db): (options: BundleOptions) => Promise<string> {
  const newestFor = inOneTurn(async (wanted: readonly NewestFor[]) => {
    const ids = wanted.map(({ customerId }) => customerId);
    const { catalogue, now } = wanted.at(-1)!;
    const [customers, newest] = await Promise.all([customersForBundle(db, ids), newestOf(db, ids, catalogue, now)]);
    return ids.map((id) => ({ customer: customers.get(id) ?? null, ...newest.get(id)! }));
  });
  const allFor = async (customerId: number, options: BundleOptions) => {
    const [customer, all] = await Promise.all([customerForBundle(db, customerId), allData(db, customerId, options)]);
    return { customer, ...all };
  };
  const openedOf = async (customerId: number, wanted: WantedOrder, { catalogue, bankSealer, now }: BundleOptions) =>
    openOrder(db, wanted, { customerId, shop: (await catalogue).shop, bankSealer, now });
  return async (options) => {
    const { customerId, known, now, own } = options;
    if (customerId === null) {
      const catalogue = await options.catalogue;
      return joined({ catalogue, known }, visitorsData({ ...options, catalogue }));
    }
    const [catalogue, { customer, ...orders }, opened] = await Promise.all([
      options.catalogue,
      own.onlyNewest ? newestFor({ customerId, catalogue: options.catalogue, now }) : allFor(customerId, options),
      own.open && openedOf(customerId, own.open, options),
    ]);
    return joined(
      { catalogue, known },
      {
        country: customer?.country ?? guessCountry(options.countryHints, catalogue),
        customer,
        ...orders,
        ...(own.open && { open_order: opened }),
        can_save_card: options.canSaveCard ?? false,
        ...(options.waitingRooms && { waiting_rooms: [...options.waitingRooms] }),
      },
    );
  };
}

interface NewestFor extends Pick<BundleOptions, 'catalogue' | 'now'> {
  readonly customerId: number;
}

/** The catalogue as it was read, and what the caller has of it. */
interface ReadCatalogue extends Pick<BundleOptions, 'known'> {
  readonly catalogue: CatalogueState;
}

type VisitorsOptions = Pick<ReadCatalogue, 'catalogue'> & Pick<BundleOptions, 'countryHints' | 'waitingRooms'>;

/** Returns the bundle of a visitor who is not logged in. Runs no query. */
export const visitorsBundleJson = (options: ReadCatalogue & VisitorsOptions): string =>
  joined(options, visitorsData(options));

function joined({ catalogue, known }: ReadCatalogue, own: OwnData): string {
  const version = JSON.stringify(catalogue.version);
  return `{${sharedMembers(catalogue, known)}"catalogue_version":${version},${oneByteJson(own).slice(1)}`;
}

/** Serialises the configuration and items that the caller does not have yet. Each member ends with a comma. */
export function sharedMembers(catalogue: CatalogueState, { version, takesChanges }: KnownCatalogue): string {
  const config = `"config":${catalogue.configJson},`;
  if (version !== null && catalogue.matches(version)) return takesChanges ? '' : config;
  const changes = version !== null && takesChanges ? catalogue.changesSince(version) : null;
  if (!changes) return `${config}${catalogue.itemsJson()},`;
  return `${changes.isConfigChanged ? config : ''}"catalogue_changes":${changes.json},`;
}

const visitorsData = ({ countryHints, catalogue, waitingRooms }: VisitorsOptions): OwnData => ({
  country: guessCountry(countryHints, catalogue),
  customer: null,
  orders: [],
  refunds: [],
  existing_tickets: [],
  can_save_card: false,
  ...(waitingRooms && { waiting_rooms: [...waitingRooms] }),
});

async function allData(db: Db, customerId: number, { catalogue, now, bankSealer }: BundleOptions) {
  const [has, { shop }] = await Promise.all([holdingsOf(db, customerId), catalogue]);
  const [orders, refunds, tickets] = await Promise.all([
    has.orders || has.tickets ? orderViewsOf(db, customerId, has, shop, now) : [],
    has.refunds ? refundViewsOf(db, customerId, bankSealer ?? null, now) : [],
    has.tickets ? existingTickets(db, customerId) : [],
  ]);
  return { orders, refunds, existing_tickets: tickets };
}

/** Returns the first country in the browser's languages that the shop knows, or null. */
export function guessCountry(hints: readonly string[], { shop }: Pick<CatalogueState, 'shop'>): string | null {
  return hints.find((hint) => shop.public.countries.some(({ code }) => code === hint)) ?? null;
}

/** Returns the regions in an `Accept-Language` header: BE for `nl-BE,nl;q=0.8`. */
export function countryHintsOf(acceptLanguage: string | undefined): string[] {
  return (acceptLanguage ?? '')
    .slice(0, 200)
    .split(',')
    .flatMap((part) => /^\s*[a-z]{2,3}-([A-Z]{2})\b/.exec(part)?.[1] ?? []);
}
