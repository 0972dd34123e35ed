import type { Page } from 'playwright-core';
import type { GalleryShop, ShopName } from './shops.ts';
import type { Viewer, World } from './world.ts';

/** One screen as somebody can see it. */
export interface State {
  /** Group and what it is, such as `cart/below one minute`; also where its pictures lie. */
  name: string;
  /** The address; with `world` for codes that only it knows. */
  at: string | ((world: World) => string | Promise<string>);
  /** Default: a visitor without an account. */
  as?: Viewer;
  /** Default: the demo shop. */
  shop?: ShopName;
  /** Code of the cart that is in the browser. */
  cart?: (world: World) => Promise<string>;
  /** Before the address is opened: answers that are held back or lost. */
  before?: (page: Page, shop: GalleryShop) => Promise<unknown>;
  /** What is done there. */
  act?: (page: Page, world: World) => Promise<unknown>;
  /** A text that must be seen. */
  sees: RegExp | string;
  /** Statuses as the domain's tables name them, such as `order:paid`, that can be seen here. */
  shows?: readonly string[];
  /** A screen of phones only. */
  only?: 'phone' | 'desktop';
}
