import type { Page } from 'playwright-core';
import type { GalleryShop, ShopName } from './shops.ts';
import type { Viewer, World } from './world.ts';

export interface State {
  /** Group and name, such as `cart/below one minute`, which is also the path of the state's pictures. */
  name: string;
  /** The address. A function receives the `world`, for codes that only it knows. */
  at: string | ((world: World) => string | Promise<string>);
  /** Default: a visitor without an account. */
  as?: Viewer;
  /** Who is signed in to the office: one of the demo's people. */
  staff?: 'berta' | 'joris' | 'noor' | 'pim' | 'sara';
  /** Whether it is a state of the office, which is pictured in every language of its people. */
  isOffice?: boolean;
  /** Whether it looks so much like other states that a few pictures are enough. */
  isPlain?: boolean;
  /** Default: the demo shop. */
  shop?: ShopName;
  /** Returns the code of the cart that is in the browser. */
  cart?: (world: World) => Promise<string>;
  /** Runs before the address is opened, for example to hold answers back or drop them. */
  before?: (page: Page, shop: GalleryShop) => Promise<unknown>;
  /** Runs once the address is open. */
  act?: (page: Page, world: World) => Promise<unknown>;
  /** A text that must be visible. */
  sees: RegExp | string;
  /** Statuses that this state shows, as the domain's tables name them, such as `order:paid`. */
  shows?: readonly string[];
  /** Limits the state to phones or to desktops. */
  only?: 'phone' | 'desktop';
}
