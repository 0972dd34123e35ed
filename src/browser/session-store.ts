import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Newest, OpenedOrder } from '#features/portal/contract.ts';
import type { FullUserData, UserData } from '#features/user-data/contract.ts';
import { type ApiListener, call } from './api.ts';
import { ApiError } from './api-error.ts';
import { withChanges } from './catalogue-changes.ts';
import { dropKeptForms } from './kept-form.ts';
import { dropKeptPages } from './kept-pages.ts';
import { type KeptText, keptText, TOKEN_KEY } from './kept-text.ts';
import { type OpenedOrders, orderOfPath, type WantedOrder, withOpened } from './opened-orders.ts';
import { createListeners, useStore } from './store.ts';

/** Returns the order that this page shows, or null if it shows none, as always on the server. */
const orderOfPage = (): WantedOrder | null => orderOfPath(globalThis.location?.pathname ?? '');

/** The bundle with its optional parts: configuration, catalogue and the customer's newest orders. */
export type Bundle = Omit<FullUserData, 'open_order'> & { newest: Newest };

/** Further pages of the portal's lists, below the newest rows. */
export type Older = Pick<Newest, 'orders' | 'has_older_orders' | 'refunds' | 'has_older_refunds'>;

export interface Session {
  /** `loading`: nothing may be shown yet. `failed`: the first load failed. */
  status: 'loading' | 'ready' | 'failed';
  bundle: Bundle | null;
  /** Null for a visitor. */
  token: string | null;
  /** Whether the bundle is still that of the rendered page, with only the page's items and no customer. */
  hydratedFromServer: boolean;
  /** Whether the last load failed; `load` retries it. */
  loadFailed: boolean;
  /** The Retry-After of the last failed load, in seconds. */
  retryAfter: number | null;
  /**
   * Whether the login has expired without a logout: its token is refused or unknown. True until the next login or
   * `dismissLoginExpiry`.
   */
  isLoginExpired: boolean;
  /** The number of bundles received so far. */
  bundleCount: number;
  opened: OpenedOrders;
  /** Older orders and refunds; null until the customer asks for them. */
  older: Older | null;
}

const NOTHING: Newest = {
  orders: [],
  has_older_orders: false,
  waiting_orders: [],
  refunds: [],
  has_older_refunds: false,
  waiting_refunds: [],
  has_older_tickets: false,
};

/** Whether both lists end with the same order and the same refund, so that older ones still follow them. */
const haveSameLastRows = (one: Newest | undefined, other: Newest | undefined): boolean =>
  one?.orders.at(-1)?.code === other?.orders.at(-1)?.code && one?.refunds.at(-1)?.id === other?.refunds.at(-1)?.id;

const withoutCustomer = (bundle: Bundle): Bundle => ({
  ...bundle,
  customer: null,
  newest: NOTHING,
  existing_tickets: [],
  can_save_card: false,
});

/** Completes the bundle of an answer. `before` is the bundle whose version was in the request, or null. */
function completed(answer: UserData, before: Bundle | null): Bundle {
  const { catalogue_changes: changes, orders: _orders, refunds: _refunds, open_order: _order, ...own } = answer;
  const data = { ...own, newest: own.newest ?? NOTHING };
  // Without a version in the request, the answer has everything.
  const config = (data.config ?? before?.config)!;
  const isSinceBefore = changes !== undefined && changes.since === before?.catalogue_version;
  const items = isSinceBefore ? withChanges(before, changes) : changes ? null : { ...before, ...data };
  // The changes do not fit our catalogue, so the version is dropped and the next call gets all of it.
  if (!items) return { ...data, ...itemsOf(before), config, catalogue_version: '' };
  return { ...data, ...itemsOf(items), config };
}

const itemsOf = (has: Partial<Pick<Bundle, 'products' | 'merchandise'>> | null) => ({
  products: has?.products ?? [],
  merchandise: has?.merchandise ?? [],
});

export interface SessionStore {
  get: () => Session;
  /** Returns the session that the server rendered with, for hydration. */
  getServer: () => Session;
  subscribe: (changed: () => void) => () => void;
  /** Loads the user data. Resolves even if that fails. */
  load: () => Promise<void>;
  /** Loads changes in a single attempt. If that fails, it resolves and changes nothing: nobody waits for the answer. */
  recheck: () => Promise<void>;
  /** Keeps the token of a login call, whose `data` has already replaced the bundle. */
  login: (token: string) => void;
  /** Forgets the token, invalidates it on the server, and loads the visitor's data. */
  logout: () => Promise<void>;
  dismissLoginExpiry: () => void;
  /** Requests a complete order for `Session.opened`. Rejects if the request fails. */
  open: (wanted: WantedOrder) => Promise<void>;
  /** Keeps an order that came with the answer to another call. */
  keepOpened: (opened: OpenedOrder) => void;
  keepOlder: (older: Older) => void;
  api: ApiListener;
  /** Listens to other tabs until the returned function is called. */
  watchOtherTabs: () => () => void;
}

/** The bundle inside a page; only pages rendered for the office contain orders. */
export type FirstBundle = Omit<Bundle, 'newest'> & Partial<Pick<UserData, 'newest' | 'open_order'>>;

export interface SessionStoreOptions {
  /** The bundle inside the page, if the server rendered it with one. */
  bundle?: FirstBundle | null;
  /** Stores the token; absent on a server. */
  kept?: KeptText;
}

/** Creates one store per page in the browser, and one per rendering on the server. */
export function createSessionStore({ bundle: given = null, kept }: SessionStoreOptions = {}): SessionStore {
  const bundle = given && completed(given, null);
  const first: Session = {
    status: bundle ? 'ready' : 'loading',
    bundle,
    token: null,
    hydratedFromServer: bundle !== null,
    loadFailed: false,
    retryAfter: null,
    isLoginExpired: false,
    bundleCount: 0,
    opened: withOpened(new Map(), null, given?.open_order ?? null, 0),
    older: null,
  };
  const token = kept?.read() ?? null;
  // Hydration uses `first`, as the server did, and until then only calls use the token. Without a token both are the
  // same object, so that React does not render the page again.
  let session: Session = token === null ? first : { ...first, token };
  const { notify, subscribe } = createListeners();

  const set = (changes: Partial<Session>): void => {
    session = { ...session, ...changes };
    notify();
  };

  const setToken = (token: string | null): void => {
    kept?.write(token);
    dropKeptPages();
    set({ token });
  };

  /** Removes the token and the customer's data, which must not stay on the screen until the next answer. */
  const forgetLogin = (): void => {
    setToken(null);
    dropCustomerData();
  };

  const dropCustomerData = (): void =>
    set({ bundle: session.bundle && withoutCustomer(session.bundle), opened: new Map(), older: null });

  /**
   * Takes the bundle of an answer. `before` is the bundle whose catalogue version was in the request, or null. `wanted`
   * is the order that the request named. A call that changed something may have changed every other order too.
   */
  const take = (data: UserData, before: Bundle | null, wanted: WantedOrder | null, reads: boolean): void => {
    const bundleCount = session.bundleCount + 1;
    const opened = reads ? session.opened : new Map();
    set({
      bundleCount,
      opened: data.open_order === undefined ? opened : withOpened(opened, wanted, data.open_order, bundleCount),
      older: reads && haveSameLastRows(session.bundle?.newest, data.newest) ? session.older : null,
      status: 'ready',
      bundle: completed(data, before),
      hydratedFromServer: false,
      loadFailed: false,
      retryAfter: null,
    });
    if (session.token !== null && data.customer === null) expireLogin();
  };

  const expireLogin = (): void => {
    if (session.token === null) return;
    set({ isLoginExpired: true });
    forgetLogin();
  };

  const load = async (): Promise<void> => {
    try {
      await call('get-data', {});
    } catch (thrown) {
      const retryAfter = thrown instanceof ApiError ? thrown.retryAfter : null;
      set({ loadFailed: true, retryAfter, status: session.bundle ? 'ready' : 'failed' });
    }
  };

  const recheck = async (): Promise<void> => {
    await call('get-data', {}, { once: true }).catch(() => {});
  };

  // The bundle of a rendered page lacks items, so requests must not contain its version.
  const known = (): Bundle | null => (session.hydratedFromServer ? null : session.bundle);

  const api: ApiListener = {
    token: () => session.token,
    catalogueVersion: () => known()?.catalogue_version || null,
    wanted() {
      const wanted = orderOfPage();
      if (!wanted) return { orders: 'newest' };
      return 'order_id' in wanted
        ? { orders: 'newest', open_order: wanted.order_id }
        : { orders: 'newest', open_refund: wanted.refund_id };
    },
    onStart({ token, reads }) {
      const countAtStart = session.bundleCount;
      const before = known();
      const wanted = orderOfPage();
      return (data) => {
        // A slow read must not overwrite newer data.
        const overtaken = reads && session.bundleCount !== countAtStart;
        if (data && !overtaken && session.token === token) take(data, before, wanted, reads);
      };
    },
    onLoginRefused(token) {
      if (session.token !== token) return;
      expireLogin();
      void load();
    },
  };

  return {
    get: () => session,
    getServer: () => first,
    subscribe,
    load,
    recheck,
    login(token) {
      set({ isLoginExpired: false });
      setToken(token);
    },
    async logout() {
      const token = session.token;
      if (token === null) return;
      forgetLogin();
      dropKeptForms();
      await Promise.allSettled([call('logout', {}, { token, withoutData: true }), load()]);
    },
    dismissLoginExpiry: () => set({ isLoginExpired: false }),
    async open(wanted) {
      const { bundleCount, token } = session;
      const found = await call('get-order', wanted).catch((thrown) => {
        if (thrown instanceof ApiError && thrown.status === 404) return null;
        throw thrown;
      });
      // A bundle that arrived in the meantime is newer.
      if (session.bundleCount === bundleCount && session.token === token)
        set({ opened: withOpened(session.opened, wanted, found, bundleCount) });
    },
    keepOpened: (opened) => set({ opened: withOpened(session.opened, null, opened, session.bundleCount) }),
    keepOlder: (older) => set({ older }),
    api,
    watchOtherTabs: () =>
      kept?.onOtherTab((token) => {
        if (token === session.token) return;
        // The other tab has dropped them too, but this one may have been keeping a page at that moment.
        dropKeptPages();
        set({ token, isLoginExpired: false });
        dropCustomerData();
        void load();
      }) ?? (() => {}),
  };
}

export const browserSessionStore = (bundle: FirstBundle | null): SessionStore =>
  createSessionStore({ bundle, kept: keptText(TOKEN_KEY) });

const Context = createContext<SessionStore | null>(null);
export const SessionProvider = Context.Provider;

/** Returns the store for event handlers: `useSessionStore().logout()`. */
export function useSessionStore(): SessionStore {
  const store = useContext(Context);
  if (!store) throw new Error('No SessionProvider above');
  return store;
}

export function useSession(): Session {
  const store = useSessionStore();
  return useStore(store);
}

/** Returns the bundle. Only for components inside a guard that waits for it. */
export function useBundle(): Bundle {
  const store = useSessionStore();
  const bundle = useSyncExternalStore(
    store.subscribe,
    () => store.get().bundle,
    () => store.getServer().bundle,
  );
  if (!bundle) throw new Error('A screen was shown before its data was there');
  return bundle;
}
