import { createContext, useContext, useSyncExternalStore } from 'react';
import type { UserData, WholeUserData } from '#features/user-data/contract.ts';
import { type ApiListener, call } from './api.ts';
import { ApiError } from './api-error.ts';
import { withChanges } from './catalogue-changes.ts';
import { dropKeptForms } from './kept-form.ts';
import { dropKeptPages } from './kept-pages.ts';
import { type KeptText, keptText, TOKEN_KEY } from './kept-text.ts';
import { createListeners, useStore } from './store.ts';

/** The bundle with its optional parts: configuration and catalogue. */
export type Bundle = WholeUserData;

export interface Session {
  /** `loading`: nothing may be shown yet. `failed`: the first load failed. */
  status: 'loading' | 'ready' | 'failed';
  bundle: Bundle | null;
  /** Null for a visitor. */
  token: string | null;
  /** Whether the bundle is still that of the rendered page, with only the page's items and no customer. */
  hydratedFromServer: boolean;
  /** The last load failed; `load` retries it. */
  loadFailed: boolean;
  /** The Retry-After of the last failed load, in seconds. */
  retryAfter: number | null;
  /**
   * The login ended without a logout: its token was refused or belongs to nobody. True until the next login or
   * `forgetLoginLoss`.
   */
  isLoginLost: boolean;
}

const ofVisitor = (bundle: Bundle): Bundle => ({
  ...bundle,
  customer: null,
  orders: [],
  refunds: [],
  existing_tickets: [],
  can_save_card: false,
});

/** Completes the bundle of an answer from `before`, the bundle whose version was in the request, or null. */
function completed({ catalogue_changes: changes, ...data }: UserData, before: Bundle | null): Bundle {
  // Without a version in the request, the answer has everything.
  const config = (data.config ?? before?.config)!;
  const isSinceBefore = changes !== undefined && changes.since === before?.catalogue_version;
  const items = isSinceBefore ? withChanges(before, changes) : changes ? null : { ...before, ...data };
  // The changes do not fit our catalogue. Without a version, the next call gets all of it.
  if (!items) return { ...data, ...itemsOf(before), config, catalogue_version: '' };
  return { ...data, ...itemsOf(items), config };
}

const itemsOf = (has: Partial<Pick<Bundle, 'products' | 'merchandise'>> | null) => ({
  products: has?.products ?? [],
  merchandise: has?.merchandise ?? [],
});

export interface SessionStore {
  get: () => Session;
  /** The session that the server rendered with, for hydration. */
  getServer: () => Session;
  subscribe: (changed: () => void) => () => void;
  /** Loads the user data. Resolves even if that fails. */
  load: () => Promise<void>;
  /**
   * Loads changes with a single attempt. Resolves and changes nothing if that fails, because nobody waits for the
   * answer.
   */
  recheck: () => Promise<void>;
  /** Keeps the token of a login call, whose `data` has already replaced the bundle. */
  login: (token: string) => void;
  /** Forgets the token, ends it on the server, and loads the visitor's data. */
  logout: () => Promise<void>;
  forgetLoginLoss: () => void;
  api: ApiListener;
  /** Listens to other tabs until the returned function is called. */
  watchOtherTabs: () => () => void;
}

export interface SessionStoreOptions {
  /** The bundle inside the page, if the server rendered it with one. */
  bundle?: Bundle | null;
  /** Storage of the token; a server has none. */
  kept?: KeptText;
}

/** Creates one store per page in the browser, and one per rendering on the server. */
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
  // Hydration uses `first`, like the server; until then only calls use the token. Without a token both are the same
  // object, so that React does not render the page again.
  let session: Session = token === null ? first : { ...first, token };
  const { notify, subscribe } = createListeners();
  /** Number of bundles taken, so that a slow read does not overwrite newer data. */
  let taken = 0;

  const set = (changes: Partial<Session>): void => {
    session = { ...session, ...changes };
    notify();
  };

  const setToken = (token: string | null): void => {
    kept?.write(token);
    dropKeptPages();
    set({ token });
  };

  /** Also removes the customer's data, which must not stay on the screen until the next answer. */
  const forget = (): void => {
    setToken(null);
    if (session.bundle) set({ bundle: ofVisitor(session.bundle) });
  };

  /** `before` is the bundle whose catalogue version was in the request, or null. */
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

  // The bundle of a rendered page lacks items, so requests must not contain its version.
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
    subscribe,
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
        // The other tab did so too, but this one may have been keeping a page just then.
        dropKeptPages();
        set({ token, isLoginLost: false, bundle: session.bundle && ofVisitor(session.bundle) });
        void load();
      }) ?? (() => {}),
  };
}

export const browserSessionStore = (bundle: Bundle | null): SessionStore =>
  createSessionStore({ bundle, kept: keptText(TOKEN_KEY) });

const Context = createContext<SessionStore | null>(null);
export const SessionProvider = Context.Provider;

/** For event handlers: `useSessionStore().logout()`. */
export function useSessionStore(): SessionStore {
  const store = useContext(Context);
  if (!store) throw new Error('No SessionProvider above');
  return store;
}

export function useSession(): Session {
  const store = useSessionStore();
  return useStore(store);
}

/** Only for components inside a guard that waits for the bundle. */
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
