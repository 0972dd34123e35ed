import { createContext, useContext, useSyncExternalStore } from 'react';
import type { UserData, WholeUserData } from '#features/user-data/contract.ts';
import { type ApiListener, call } from './api.ts';
import { ApiError } from './api-error.ts';
import { withChanges } from './catalogue-changes.ts';
import { dropKeptForms } from './kept-form.ts';
import { type KeptText, keptText, TOKEN_KEY } from './kept-text.ts';

/** The bundle as the application reads it: configuration and catalogue are always there. */
export type Bundle = WholeUserData;

export interface Session {
  /** `loading`: nothing may be shown yet. `failed`: the first load did not work, see `load`. */
  status: 'loading' | 'ready' | 'failed';
  /** Null until `ready`. */
  bundle: Bundle | null;
  /** The login token, null for a visitor. */
  token: string | null;
  /** Whether the bundle is still the one inside the page: the anonymous configuration and only the items of that page. */
  hydratedFromServer: boolean;
  /** The last load of everything did not work; `load` tries again. */
  loadFailed: boolean;
  /** Seconds that the server asked us to wait when the last load failed; null when it did not ask. */
  retryAfter: number | null;
  /** The login ended without a logout: its token was refused or belongs to nobody. True until the next login or `forgetLoginLoss`. */
  isLoginLost: boolean;
}

/** The bundle without anything that is somebody's own. */
const ofVisitor = (bundle: Bundle): Bundle => ({
  ...bundle,
  customer: null,
  orders: [],
  refunds: [],
  existing_tickets: [],
});

/** The bundle of an answer with what it left out, because `before` has it: the bundle whose version went with the question, or null. */
function completed({ catalogue_changes: changes, ...data }: UserData, before: Bundle | null): Bundle {
  // Who names no version gets everything.
  const config = (data.config ?? before?.config)!;
  const isSinceBefore = changes !== undefined && changes.since === before?.catalogue_version;
  const items = isSinceBefore ? withChanges(before, changes) : changes ? null : { ...before, ...data };
  // What does not go with what is here is asked for again with the next call: no version is claimed.
  if (!items) return { ...data, ...itemsOf(before), config, catalogue_version: '' };
  return { ...data, ...itemsOf(items), config };
}

const itemsOf = (has: Partial<Pick<Bundle, 'products' | 'merchandise'>> | null) => ({
  products: has?.products ?? [],
  merchandise: has?.merchandise ?? [],
});

export interface SessionStore {
  get: () => Session;
  /** What the server rendered with; React compares the first browser render with it. */
  getServer: () => Session;
  subscribe: (changed: () => void) => () => void;
  /** Asks for everything. Resolves when it is there or has failed, never throws. */
  load: () => Promise<void>;
  /** Asks for what has changed, once. A failure changes nothing: nobody is waiting for the answer. Never throws. */
  recheck: () => Promise<void>;
  /** After a login call: keeps its token; its `data` has already replaced the bundle. */
  login: (token: string) => void;
  /** Forgets the token, ends it on the server, and asks for the visitor's data. */
  logout: () => Promise<void>;
  /** The visitor knows that their login has ended. */
  forgetLoginLoss: () => void;
  api: ApiListener;
  /** Listens to other tabs until the returned function is called. */
  watchOtherTabs: () => () => void;
}

export interface SessionStoreOptions {
  /** The bundle inside the page, if the server rendered it with one. */
  bundle?: Bundle | null;
  /** Where the token lives; a server has none. */
  kept?: KeptText;
}

/** Makes the store of one page: one in the browser, one for each rendering on the server. */
export function createSessionStore({ bundle = null, kept }: SessionStoreOptions = {}): SessionStore {
  const first: Session = {
    status: bundle ? 'ready' : 'loading',
    bundle,
    token: null,
    hydratedFromServer: bundle !== null,
    loadFailed: false,
    retryAfter: null,
    isLoginLost: false,
  };
  const token = kept?.read() ?? null;
  // Hydration must see what the server saw; the token is read before that, but only calls use it until then. Without one
  // it is the very same object, so that React need not render the page a second time.
  let session: Session = token === null ? first : { ...first, token };
  const listeners = new Set<() => void>();
  /** Counts the bundles taken, so that a slow read never overwrites what came after it began. */
  let taken = 0;

  const set = (changes: Partial<Session>): void => {
    session = { ...session, ...changes };
    for (const changed of listeners) changed();
  };

  const setToken = (token: string | null): void => {
    kept?.write(token);
    set({ token });
  };

  /** Without a token nobody's data may stay on the screen, not even until the next answer. */
  const forget = (): void => {
    setToken(null);
    if (session.bundle) set({ bundle: ofVisitor(session.bundle) });
  };

  /** `before`: the bundle whose catalogue version went with the question; null when none did. */
  const take = (data: UserData, before: Bundle | null): void => {
    taken += 1;
    set({
      status: 'ready',
      bundle: completed(data, before),
      hydratedFromServer: false,
      loadFailed: false,
      retryAfter: null,
    });
    if (session.token !== null && data.customer === null) loseLogin();
  };

  /** The token is worth nothing any more. The bundle that comes next is the visitor's. */
  const loseLogin = (): void => {
    if (session.token === null) return;
    set({ isLoginLost: true });
    forget();
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

  // A bundle from inside the page holds only some items, so it must not claim to know the catalogue.
  const known = (): Bundle | null => (session.hydratedFromServer ? null : session.bundle);

  const api: ApiListener = {
    token: () => session.token,
    catalogueVersion: () => known()?.catalogue_version || null,
    onStart({ token, reads }) {
      const takenAtStart = taken;
      const before = known();
      return (data) => {
        const overtaken = reads && taken !== takenAtStart;
        if (data && !overtaken && session.token === token) take(data, before);
      };
    },
    onLoginLost(token) {
      if (session.token !== token) return;
      loseLogin();
      void load();
    },
  };

  return {
    get: () => session,
    getServer: () => first,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    load,
    recheck,
    login(token) {
      set({ isLoginLost: false });
      setToken(token);
    },
    async logout() {
      const token = session.token;
      if (token === null) return;
      forget();
      dropKeptForms();
      await Promise.allSettled([call('logout', {}, { token, withoutData: true }), load()]);
    },
    forgetLoginLoss: () => set({ isLoginLost: false }),
    api,
    watchOtherTabs: () =>
      kept?.onOtherTab((token) => {
        if (token === session.token) return;
        set({ token, isLoginLost: false, bundle: session.bundle && ofVisitor(session.bundle) });
        void load();
      }) ?? (() => {}),
  };
}

/** The browser's store, with the token from local storage. */
export const browserSessionStore = (bundle: Bundle | null): SessionStore =>
  createSessionStore({ bundle, kept: keptText(TOKEN_KEY) });

const Context = createContext<SessionStore | null>(null);
export const SessionProvider = Context.Provider;

/** The store itself, for events: `useSessionStore().logout()`. */
export function useSessionStore(): SessionStore {
  const store = useContext(Context);
  if (!store) throw new Error('No SessionProvider above');
  return store;
}

/** The session as it is now. */
export function useSession(): Session {
  const store = useSessionStore();
  return useSyncExternalStore(store.subscribe, store.get, store.getServer);
}

/** The bundle, inside guards that have waited for it. */
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
