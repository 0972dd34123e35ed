import type { Bench } from '../bench.ts';
import { addToCart } from './add-to-cart.ts';
import { anonymousBundle } from './anonymous-bundle.ts';
import { customerBundle } from './customer-bundle.ts';
import { moreItems, moreOrders } from './growth.ts';
import { importDuringSale } from './import.ts';
import { listingPage } from './listing-page.ts';
import { office } from './office.ts';
import { purchase } from './purchase.ts';
import { waiting } from './waiting.ts';

/** The scenarios by the names that the command line takes, in the order of the table. */
export const SCENARIOS: Record<string, (bench: Bench) => Promise<void>> = {
  'listing-page': listingPage,
  'anonymous-bundle': anonymousBundle,
  'add-to-cart': addToCart,
  purchase,
  'customer-bundle': customerBundle,
  'more-orders': moreOrders,
  'more-items': moreItems,
  import: importDuringSale,
  office,
  waiting,
};
