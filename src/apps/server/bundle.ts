import { customerForBundle } from '#features/customers/server/public.ts';
import { orderViewsOf } from '#features/orders/server/public.ts';
import { refundViewsOf } from '#features/refunds/server/public.ts';
import { existingTickets } from '#features/tickets/server/public.ts';
import type { UserData } from '#features/user-data/contract.ts';
import type { Db } from '#platform/db/db.ts';
import type { Sealer } from '#platform/secrets/sealer.ts';
import type { CatalogueState } from './catalogue-cache.ts';

export interface BundleOptions {
  customerId: number | null;
  catalogue: CatalogueState;
  /** The catalogue version that the caller already has. */
  known: string | null;
  /** Country codes that the visitor's browser hints at, best first. */
  countryHints: readonly string[];
  /** Opens where a customer’s refunds are paid to; a bundle of nobody needs none. */
  bankSealer?: Sealer;
  now: Date;
}

/** Puts the user data bundle together from each feature's public part. */
export async function userDataBundle(db: Db, options: BundleOptions): Promise<UserData> {
  const { customerId, catalogue, known, now } = options;
  const { shop } = catalogue;
  const [customer, orders, refunds, tickets] =
    customerId === null
      ? [null, [], [], []]
      : await Promise.all([
          customerForBundle(db, customerId),
          orderViewsOf(db, customerId, shop, now),
          refundViewsOf(db, customerId, options.bankSealer ?? null, now),
          existingTickets(db, customerId),
        ]);
  const items =
    known === catalogue.version
      ? {}
      : { products: catalogue.catalogue.tickets, merchandise: catalogue.catalogue.merchandise };
  return {
    config: shop.public,
    country: customer?.country ?? guessCountry(options.countryHints, shop.public.countries),
    customer,
    orders,
    refunds,
    ...items,
    catalogue_version: catalogue.version,
    existing_tickets: tickets,
  };
}

/** The first country that the browser's languages name and the shop knows; a guess to start from, or null. */
function guessCountry(hints: readonly string[], countries: readonly { code: string }[]): string | null {
  return hints.find((hint) => countries.some(({ code }) => code === hint)) ?? null;
}

/** Regions in an Accept-Language header: `nl-BE,nl;q=0.8` hints at BE. */
export function countryHintsOf(acceptLanguage: string | undefined): string[] {
  return (acceptLanguage ?? '')
    .slice(0, 200)
    .split(',')
    .flatMap((part) => /^\s*[a-z]{2,3}-([A-Z]{2})\b/.exec(part)?.[1] ?? []);
}
