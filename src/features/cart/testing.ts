import Fastify from 'fastify';
import { addPricingCalls } from '#features/pricing/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { addVoucherCalls } from '#features/vouchers/server/public.ts';
import { ENGLISH } from '#kernel/language.ts';
import type { Db } from '#platform/db/db.ts';
import { createCallRegistry } from '#platform/http/calls.ts';
import type { Limits } from '#platform/http/limits.ts';
import type { Cart, CartProduct } from './contract.ts';
import { addCartCalls } from './server/public.ts';

interface ShopSwitches {
  shopActive: boolean;
  merchandiseActive: boolean;
  cartMinutes: number;
  shippingRates: Shop['private']['shippingRates'];
}

interface Answer {
  status: number;
  body: { message: string; errors?: Record<string, string[]>; cart: Cart; [field: string]: unknown };
  headers: Record<string, unknown>;
}

export interface CartShop {
  /** Makes a call as the browser would. */
  call(name: string, body: Record<string, unknown>, remoteAddress?: string): Promise<Answer>;
  setNow(moment: Date): void;
  now(): Date;
  /** A test can change these between calls. */
  switches: ShopSwitches;
  /** The number of times the calls have read the shop's settings. */
  timesLoaded(): number;
  close(): Promise<void>;
}

/** Starts a shop on a real HTTP layer and database; the token `customer-7` belongs to customer 7. */
export async function openCartShop(db: Db, start: Date, limits?: Limits): Promise<CartShop> {
  let now = start;
  const switches: ShopSwitches = {
    shopActive: true,
    merchandiseActive: true,
    cartMinutes: 15,
    shippingRates: { NL: { name: 'Shipping to the Netherlands', type: 'parcel', price: 650 } },
  };
  // Only the parts of a shop that the cart reads; imports create complete shops.
  let timesLoaded = 0;
  const loadShop = async () => {
    timesLoaded += 1;
    const { shippingRates } = switches;
    return { public: { ...switches, events: [] }, private: { shippingRates } } as unknown as Shop;
  };
  const app = Fastify();
  const calls = createCallRegistry(app, {
    db,
    clock: { now: () => now, leadMs: () => 0, travelTo: async () => {}, stop() {} },
    async authenticate(token) {
      const id = /^customer-(\d+)$/.exec(token)?.[1];
      return id ? { customerId: Number(id), tokenHash: Buffer.alloc(0), provedAt: new Date() } : null;
    },
    bundle: async () => '{}',
    language: () => ENGLISH,
    originOf: () => 'http://shop.example',
  });
  addCartCalls(calls, limits ? { db, loadShop, limits } : { db, loadShop });
  addPricingCalls(calls, { db, loadShop });
  addVoucherCalls(calls, { db });
  await app.ready();
  return {
    switches,
    setNow(moment) {
      now = moment;
    },
    now: () => now,
    timesLoaded: () => timesLoaded,
    async call(name, body, remoteAddress = '127.0.0.1') {
      const response = await app.inject({ method: 'POST', url: `/api/${name}`, payload: body, remoteAddress });
      return { status: response.statusCode, body: response.json(), headers: response.headers };
    },
    close: () => app.close(),
  };
}

export const makeCartProduct = (changes: Partial<CartProduct> = {}): CartProduct => ({
  id: '4fd1cdb8-26b3-4bf4-9a1b-0d5f3c6a1a2b',
  shop_item_type: 'tickets',
  external_code: 'sandlark-pass',
  product: 'Festival Pass',
  type: 'ticket',
  event_id: '1',
  full_name: 'Ada Lovelace',
  email: 'ada@example.org',
  age: null,
  travel_time_type: null,
  travel_time: null,
  transport_time_id: null,
  timezone: 'Europe/Amsterdam',
  price: 18_900,
  fee: 950,
  shop_image: null,
  payment_plan: [],
  ...changes,
});
