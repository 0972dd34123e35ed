import { createContext, useContext, useSyncExternalStore } from 'react';
import { announce, type Urgency } from '#browser/announcer.ts';
import { call } from '#browser/api.ts';
import { ApiError } from '#browser/api-error.ts';
import { CART_KEY, type KeptText, keptText } from '#browser/kept-text.ts';
import { createListeners, useStore } from '#browser/store.ts';
import { ORDERED_CART_FIELD } from '#kernel/cart-ordered.ts';
import type { Language } from '#kernel/language.ts';
import type { Cart } from '../contract.ts';
import { secondsLeft } from '../domain/cart.ts';
import { type CartCopy, cartCopy } from './cart-copy.ts';
import { type ClockTone, clockTone, spokenTimeLeft, thresholdPassed } from './expiry/cart-clock.ts';

const TICK_MS = 500;
/** Milliseconds to wait after a reload at zero that found the cart still open. */
const RELOAD_PAUSE_MS = 2_000;

export interface CartState {
  /** `loading`: a code is stored and its cart is being loaded. */
  status: 'none' | 'loading' | 'ready';
  code: string | null;
  cart: Cart | null;
  /** A cart that expired in this tab; its items can be added again. */
  expired: Cart | null;
  /** Whether the cart became an order in another tab or on another device while this page was open. */
  isOrdered: boolean;
}

export interface CartStore {
  get: () => CartState;
  getServer: () => CartState;
  subscribe: (changed: () => void) => () => void;
  /** 0 once expired, null without a cart. */
  secondsLeft: () => number | null;
  take: (cart: Cart) => void;
  /**
   * Loads the cart again, and clears it if the shop no longer has it. Keeps it if the shop is unreachable. Never
   * throws.
   */
  reload: () => Promise<void>;
  /** Called after a checkout, or if the server does not know the cart. */
  clear: () => void;
  /** Called when the server reports that the cart has expired, even if the local clock disagrees. */
  expire: () => void;
  /** Called when the expired cart was added again or dismissed. */
  dismissExpired: () => void;
  /** Watches clock, visibility and other tabs until the returned function is called. */
  start: () => () => void;
}

const isOutOfReach = (error: ApiError): boolean => error.status === 0 || error.status === 429 || error.status === 503;

const becameOrder = (thrown: unknown): boolean =>
  thrown instanceof ApiError && thrown.status === 410 && ORDERED_CART_FIELD in thrown.errors;

const empty: CartState = { status: 'none', code: null, cart: null, expired: null, isOrdered: false };

export interface CartStoreOptions {
  kept?: KeptText;
  /** The copy from when this page was last open. */
  copy?: CartCopy;
  /** Milliseconds since 1970. Only differences count; the server's `now` corrects them. */
  clock?: () => number;
  otherTabs?: OtherTabs;
  /** Announces to assistive technology. */
  announce?: (sentence: (language: Language) => string, urgency: Urgency) => void;
}

/** Pages of one browser notify each other of changes to the cart under the same code. */
export interface OtherTabs {
  notify: () => void;
  onChange: (listener: () => void) => () => void;
}

/**
 * Opens a channel to the other tabs. Returns undefined if the browser has none or forbids them: Firefox throws when
 * cookies are blocked.
 */
function channelTo(name: string): OtherTabs | undefined {
  let channel: BroadcastChannel;
  try {
    channel = new BroadcastChannel(name);
  } catch {
    return undefined;
  }
  return {
    notify: () => channel.postMessage(''),
    onChange(listener) {
      channel.addEventListener('message', listener);
      return () => channel.removeEventListener('message', listener);
    },
  };
}

/** Server rendering passes no options, because its pages contain no carts. */
export function createCartStore({
  kept,
  copy,
  clock = Date.now,
  otherTabs,
  announce = () => {},
}: CartStoreOptions = {}): CartStore {
  const code = kept?.read() ?? null;
  const copied = copy?.read(code) ?? null;
  let state = empty;
  if (code) state = { ...empty, status: 'loading', code };
  else if (copied) state = { ...empty, expired: copied };
  else copy?.drop();
  /** Server time minus local time, in milliseconds. */
  let offset = 0;
  let seconds: number | null = null;
  let announcedFrom: number | null = null;
  let isReloading = false;
  let notBefore = 0;
  const { notify, subscribe } = createListeners();

  const set = (next: CartState): void => {
    state = next;
    kept?.write(next.code);
    remember();
    readClock();
    notify();
  };

  const remember = (): void => {
    const { code, cart, expired } = state;
    if (cart && !isEmpty(cart)) copy?.keep(cart, false);
    else if (expired) copy?.keep(expired, true);
    else if (cart || code === null) copy?.drop();
  };

  /** Reads the clock instead of counting ticks, which a sleeping tab misses. */
  const readClock = (): void => {
    const cart = state.cart;
    const before = seconds;
    seconds = cart ? secondsLeft(new Date(cart.expires_at), new Date(clock() + offset)) : null;
    if (seconds === null || seconds > (announcedFrom ?? 0)) announcedFrom = seconds;
    if (seconds !== null) {
      const passed = thresholdPassed(announcedFrom, seconds);
      // Each threshold is announced once; an extended cart may reach it again.
      if (passed) {
        const left = spokenTimeLeft(seconds);
        announce(({ text, translate }) => text('{left} to check out.', { left: translate(left) }), passed.urgency);
      }
      announcedFrom = seconds;
      if (seconds === 0) void reloadAtZero();
    }
    if (before !== seconds) notify();
  };

  const reloadAtZero = async (): Promise<void> => {
    if (isReloading || clock() < notBefore) return;
    notBefore = clock() + RELOAD_PAUSE_MS;
    await reload();
  };

  const isEmpty = (cart: Cart | null): boolean => !cart || cart.products.length + cart.merchandise.length === 0;

  const reload = async (): Promise<void> => {
    const requestedCode = state.code;
    if (requestedCode === null || isReloading) return;
    isReloading = true;
    const before = state.cart;
    const hasRunOut = seconds === 0;
    const seenBefore = copied?.code === requestedCode ? copied : null;
    try {
      const { cart } = await call('get-cart', { cart: requestedCode });
      if (state.code === requestedCode) accept(cart);
    } catch (thrown) {
      if (state.code !== requestedCode || adoptCodeOfOtherTab()) return;
      // An unreachable shop reveals nothing about the cart: keep what is shown, and the code for the next attempt.
      if (!hasRunOut && thrown instanceof ApiError && isOutOfReach(thrown)) {
        if (!before) set({ ...empty, code: requestedCode });
      } else if (becameOrder(thrown)) set({ ...empty, isOrdered: true });
      else {
        const lost = before ? hasRunOut && before : seenBefore;
        set({ ...empty, expired: lost && !isEmpty(lost) ? lost : state.expired });
      }
    } finally {
      isReloading = false;
      // The code changed during this reload, which blocked the reload for the new code.
      if (state.status === 'loading' && state.code !== requestedCode) void reload();
    }
  };

  /**
   * A login in another tab gives the cart a new code, and this tab's code may be refused before it learns the new one.
   */
  const adoptCodeOfOtherTab = (): boolean => {
    const current = kept?.read() ?? null;
    if (current === null || current === state.code) return false;
    state = { ...empty, status: 'loading', code: current };
    return true;
  };

  /** The other tab has dropped the code. */
  const checkIfOrdered = async (code: string): Promise<void> => {
    try {
      await call('get-cart', { cart: code });
    } catch (thrown) {
      if (state.code === null && becameOrder(thrown)) set({ ...empty, isOrdered: true });
    }
  };

  const accept = (cart: Cart): void => {
    offset = Date.parse(cart.now) - clock();
    set({ status: 'ready', code: cart.code, cart, expired: isEmpty(cart) ? state.expired : null, isOrdered: false });
  };

  return {
    get: () => state,
    getServer: () => empty,
    subscribe,
    secondsLeft: () => seconds,
    take(cart) {
      accept(cart);
      otherTabs?.notify();
    },
    reload,
    clear() {
      set(empty);
      otherTabs?.notify();
    },
    expire() {
      set({ ...empty, expired: isEmpty(state.cart) ? state.expired : state.cart });
      otherTabs?.notify();
    },
    dismissExpired: () => set({ ...state, expired: null }),
    start() {
      const timer = setInterval(readClock, TICK_MS);
      const onWake = () => {
        if (document.visibilityState !== 'visible') return;
        readClock();
        if (state.code !== null && state.cart === null) void reload();
      };
      document.addEventListener('visibilitychange', onWake);
      addEventListener('pageshow', onWake);
      addEventListener('online', onWake);
      const stopWatchingTabs = otherTabs?.onChange(() => void reload());
      const stopListening = kept?.onOtherTab((other) => {
        if (other === state.code) {
          void reload();
          return;
        }
        const before = isEmpty(state.cart) ? null : state.code;
        state = other ? { ...empty, status: 'loading', code: other } : empty;
        readClock();
        notify();
        if (other !== null) void reload();
        else if (before !== null) void checkIfOrdered(before);
      });
      if (state.status === 'loading') void reload();
      return () => {
        clearInterval(timer);
        document.removeEventListener('visibilitychange', onWake);
        removeEventListener('pageshow', onWake);
        removeEventListener('online', onWake);
        stopWatchingTabs?.();
        stopListening?.();
      };
    },
  };
}

/** The code is in local storage. The page's language may still be loading. */
export const browserCartStore = (language: Promise<Language>): CartStore =>
  createCartStore({
    kept: keptText(CART_KEY),
    copy: cartCopy(),
    otherTabs: channelTo(CART_KEY),
    announce: (sentence, urgency) => void language.then((known) => announce(sentence(known), urgency)),
  });

const Context = createContext<CartStore | null>(null);
export const CartProvider = Context.Provider;

/** For event handlers: `useCartStore().take(answer.cart)`. */
export function useCartStore(): CartStore {
  const store = useContext(Context);
  if (!store) throw new Error('No CartProvider above');
  return store;
}

/** Does not re-render while the clock runs. */
export function useCart(): CartState {
  const store = useCartStore();
  return useStore(store);
}

const nothing = () => null;

/** Re-renders every second: use it only in clocks. */
export function useSecondsLeft(): number | null {
  const store = useCartStore();
  return useSyncExternalStore(store.subscribe, store.secondsLeft, nothing);
}

/** Re-renders only when the tone changes. */
export function useClockTone(): ClockTone | null {
  const store = useCartStore();
  const read = () => {
    const seconds = store.secondsLeft();
    return seconds === null ? null : clockTone(seconds);
  };
  return useSyncExternalStore(store.subscribe, read, nothing);
}
