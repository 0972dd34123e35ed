import { z } from 'zod';
import { shopItem } from '#features/catalogue/contract.ts';
import { customer } from '#features/customers/contract.ts';
import { order } from '#features/orders/contract.ts';
import { refund } from '#features/refunds/contract.ts';
import { publicConfig } from '#features/shop-config/contract.ts';
import { existingTicket } from '#features/tickets/contract.ts';
import { call } from '#kernel/call.ts';

/**
 * What is on sale otherwise than at the catalogue version that the caller named. `products` and `merchandise` are the items that are new or
 * say something else. The ids, of everything on sale in its order, are there when items came, went or changed places: one that
 * they do not name is no longer on sale.
 */
const catalogueChanges = z.object({
  since: z.string(),
  products: z.array(shopItem),
  merchandise: z.array(shopItem),
  product_ids: z.array(z.string()).optional(),
  merchandise_ids: z.array(z.string()).optional(),
});

/**
 * The bundle that every data-returning call replaces. Who names the current `catalogue_version` gets no `products` and `merchandise`. Who
 * also asks for changes (`"catalogue": "changes"`) gets no `config` that he has, and for an earlier version `catalogue_changes` in the
 * place of both when the server still knows what changed.
 */
export const userData = z.object({
  config: publicConfig.optional(),
  country: z.string().nullable(),
  customer: customer.nullable(),
  orders: z.array(order),
  refunds: z.array(refund),
  products: z.array(shopItem).optional(),
  merchandise: z.array(shopItem).optional(),
  catalogue_changes: catalogueChanges.optional(),
  catalogue_version: z.string(),
  existing_tickets: z.array(existingTicket),
});
export type UserData = z.infer<typeof userData>;
/** The bundle with all that the shop shows, as who asks for no changes gets it first. */
export type WholeUserData = Omit<UserData, 'catalogue_changes'> &
  Required<Pick<UserData, 'config' | 'products' | 'merchandise'>>;

export const getData = call({
  name: 'get-data',
  summary: 'Everything the shop shows to this visitor; an unknown token is a visitor',
  needs: 'nobody',
  changes: false,
  data: true,
  request: z.object({}),
  answer: z.object({}),
});
