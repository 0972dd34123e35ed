import { z } from 'zod';
import { shopItem } from '#features/catalogue/contract.ts';
import { customer } from '#features/customers/contract.ts';
import { order } from '#features/orders/contract.ts';
import { refund } from '#features/refunds/contract.ts';
import { publicConfig } from '#features/shop-config/contract.ts';
import { existingTicket } from '#features/tickets/contract.ts';
import { call } from '#kernel/call.ts';

/** The bundle that every data-returning call replaces. `products` and `merchandise` are left out when the caller named the current `catalogue_version`. */
export const userData = z.object({
  config: publicConfig,
  country: z.string().nullable(),
  customer: customer.nullable(),
  orders: z.array(order),
  refunds: z.array(refund),
  products: z.array(shopItem).optional(),
  merchandise: z.array(shopItem).optional(),
  catalogue_version: z.string(),
  existing_tickets: z.array(existingTicket),
});
export type UserData = z.infer<typeof userData>;

export const getData = call({
  name: 'get-data',
  summary: 'Everything the shop shows to this visitor; an unknown token is a visitor',
  needs: 'nobody',
  changes: false,
  data: true,
  request: z.object({}),
  answer: z.object({}),
});
