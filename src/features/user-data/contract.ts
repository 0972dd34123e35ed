import { z } from 'zod';
import { shopItem } from '#features/catalogue/contract.ts';
import { customer } from '#features/customers/contract.ts';
import { order } from '#features/orders/contract.ts';
import { newest, openedOrder } from '#features/portal/contract.ts';
import { refund } from '#features/refunds/contract.ts';
import { publicConfig } from '#features/shop-config/contract.ts';
import { existingTicket } from '#features/tickets/contract.ts';
import { announcedRoom } from '#features/waiting-room/contract.ts';
import { call } from '#kernel/call.ts';

/**
 * Changes in what is on sale since the client's catalogue version. `products` and `merchandise` are new or changed
 * items. The ids list everything on sale in display order, and are present if items were added, removed or reordered:
 * an item that they do not list is no longer on sale.
 */
const catalogueChanges = z.object({
  since: z.string(),
  products: z.array(shopItem),
  merchandise: z.array(shopItem),
  product_ids: z.array(z.string()).optional(),
  merchandise_ids: z.array(z.string()).optional(),
});

/**
 * The bundle in the answer of every data-returning call. Clients that send the current `catalogue_version` receive no
 * `products` and `merchandise`. Clients that also request changes (`"catalogue": "changes"`) receive no `config` that
 * they already have, and for an earlier version `catalogue_changes` in place of both, if the server still knows the
 * changes.
 */
export const userData = z.object({
  config: publicConfig.optional(),
  country: z.string().nullable(),
  customer: customer.nullable(),
  /** Absent in a customer's answer with `newest`. */
  orders: z.array(order).optional(),
  refunds: z.array(refund).optional(),
  /** Extension: instead of `orders` and `refunds`, if the request contains `"orders": "newest"`. */
  newest: newest.optional(),
  /**
   * Extension: the order named by `open_order` or `open_refund` in the request; null if the customer has no such order.
   */
  open_order: openedOrder.nullish(),
  products: z.array(shopItem).optional(),
  merchandise: z.array(shopItem).optional(),
  catalogue_changes: catalogueChanges.optional(),
  catalogue_version: z.string(),
  /** With `newest`, those of the newest orders. */
  existing_tickets: z.array(existingTicket),
  /** Extension: whether the buyer of a plan can let the shop charge later instalments to the card (`save_card`). */
  can_save_card: z.boolean(),
  /** Extension: the waiting rooms that hold people back at the moment; absent if there is none. */
  waiting_rooms: z.array(announcedRoom).optional(),
});
export type UserData = z.infer<typeof userData>;
/** The bundle with its configuration and items. All orders are added for clients that do not ask for the newest. */
export type FullUserData = Omit<UserData, 'catalogue_changes' | 'orders' | 'refunds'> &
  Required<Pick<UserData, 'config' | 'products' | 'merchandise'>>;

export const getData = call({
  name: 'get-data',
  summary: 'Everything the shop shows to this customer, or with an unknown token to a visitor',
  needs: 'nobody',
  changes: false,
  data: true,
  request: z.object({}),
  answer: z.object({}),
});
