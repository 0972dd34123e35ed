import type { Page } from 'playwright-core';
import type { GalleryShop, ShopName } from './shops.ts';
import type { Viewer, World } from './world.ts';

/** One screen in one state. */
export interface State {
  /** Group and name, such as `cart/below one minute`; also the path of its pictures. */
  name: string;
  /** The address; with `world` for codes that only it knows. */
  at: string | ((world: World) => string | Promise<string>);
  /** Default: a visitor without an account. */
  as?: Viewer;
  /** Who is signed in to the office: the demo's owner, viewer or steward. */
  staff?: 'berta' | 'sara' | 'pim';
  /** Default: the demo shop. */
  shop?: ShopName;
  /** Code of the cart that is in the browser. */
  cart?: (world: World) => Promise<string>;
  /** Runs before the address is opened: holds answers back or loses them. */
  before?: (page: Page, shop: GalleryShop) => Promise<unknown>;
  /** Runs once the address is open. */
  act?: (page: Page, world: World) => Promise<unknown>;
  /** A text that must be visible. */
  sees: RegExp | string;
  /** Statuses that this state shows, as the domain's tables name them, such as `order:paid`. */
  shows?: readonly string[];
  /** A screen of phones only. */
  only?: 'phone' | 'desktop';
}
