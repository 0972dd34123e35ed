import { useEffect, useState } from 'react';
import { openWaitingRoom } from '#browser/api.ts';
import { NO_ANSWER } from '#browser/api-error.ts';
import { useShopNow } from '#browser/first-page.ts';
import { openPanel } from '#browser/panels.ts';
import { useBundle } from '#browser/session-store.ts';
import type { ShopItem } from '#features/catalogue/contract.ts';
import { track } from '#features/tracking/shop/public.tsx';
import { roomAhead } from '#features/waiting-room/domain/room.ts';
import { type Language, markedText } from '#kernel/language.ts';
import { useLanguage } from '#ui/language.ts';
import { toast } from '#ui/toast.tsx';
import type { Cart } from '../../contract.ts';
import { limitReached } from '../../domain/add-item.ts';
import { limitSentence } from '../../words/limit-per-order.ts';
import { addToCart, serverText } from '../cart-actions.ts';
import { linesOf } from '../cart-line.ts';
import { useCartStore } from '../cart-store.ts';
import { loadPersonaliseDialog, openPersonaliseDialog } from './personalise-request.ts';

export interface AddToCart {
  /**
   * Tickets open the personalise dialog, with a departure chosen if one is given; merchandise is added directly.
   * `opener`: the pressed button.
   */
  add: (item: ShopItem, opener?: HTMLElement | null, transportTimeId?: string) => void;
  /** External code of the item being added, or of the ticket whose dialog is loading; null if idle. */
  pending: string | null;
  /** Why the last press failed. Shown until the next press, longer than the toast. */
  failure: { externalCode: string; message: string } | null;
}

export const COULD_NOT_ADD = markedText('Could not add item to cart.');

export function useAddToCart(): AddToCart {
  const language = useLanguage();
  const { translate } = language;
  const store = useCartStore();
  const { waiting_rooms: rooms = [], products, merchandise } = useBundle();
  const now = useShopNow();
  const [pending, setPending] = useState<string | null>(null);
  const [failure, setFailure] = useState<AddToCart['failure']>(null);

  const addMerchandise = async (item: ShopItem, opener: HTMLElement | null) => {
    const externalCode = item.external_code;
    setPending(externalCode);
    try {
      await addToCart(store, { kind: 'merchandise', externalCode });
      track('AddToCart', [item]);
      announceAdded(language, 1);
      showCart(opener);
    } catch (thrown) {
      const message = serverText(thrown) ?? translate(COULD_NOT_ADD);
      toast(message, 'bad');
      setFailure({ externalCode, message });
    } finally {
      setPending(null);
    }
  };

  const personalise = async (item: ShopItem, opener: HTMLElement | null, transportTimeId?: string) => {
    setPending(item.external_code);
    try {
      await loadPersonaliseDialog();
      openPersonaliseDialog(item, opener, transportTimeId);
    } catch {
      // The dialog's code could not be loaded.
      toast(translate(COULD_NOT_ADD), 'bad');
      setFailure({ externalCode: item.external_code, message: `${translate(COULD_NOT_ADD)} ${translate(NO_ANSWER)}` });
    } finally {
      setPending(null);
    }
  };

  useEffect(() => whenIdle(() => void loadPersonaliseDialog().catch(() => {})), []);

  return {
    add(item, opener = document.activeElement as HTMLElement | null, transportTimeId) {
      if (pending !== null) return;
      setFailure(null);
      // Nobody can add anything yet, so the customer should not fill in the dialog for nothing.
      const codes = linesOf(store.get().cart).map((line) => line.external_code);
      const inCart = [...products, ...merchandise].filter((one) => codes.includes(one.external_code));
      const room = roomAhead(rooms, item, inCart);
      if (room?.opens_at && new Date(room.opens_at) > now) return openWaitingRoom(room.address);
      if (item.shop_item_type === 'merchandise') void addMerchandise(item, opener);
      else {
        // Checked here so that the customer does not fill in the dialog for nothing. The server checks the limit, too.
        const limit = limitOf(language, store.get().cart, item);
        if (limit === null) void personalise(item, opener, transportTimeId);
        else {
          toast(limit, 'bad');
          setFailure({ externalCode: item.external_code, message: limit });
        }
      }
    },
    pending,
    failure,
  };
}

/** On screens this wide the cart opens once an item is added. On phones the toast and the count are enough. */
const WIDE = '(min-width: 960px)';

let opener: HTMLElement | null = null;

/** The button that added the last item. Focus returns there from a cart panel that opened on its own. */
export const lastOpener = (): HTMLElement | null => opener;

export function announceAdded({ text }: Language, count: number): void {
  toast(count === 1 ? text('Item added to cart.') : text('Items added to cart.'));
}

/** Shows the cart once an item is added, if the screen is wide enough. */
export function showCart(pressed: HTMLElement | null): void {
  opener = pressed;
  if (matchMedia(WIDE).matches) openPanel('cart');
}

/** Why one more of the item cannot be added; null if it can. */
function limitOf({ translate }: Language, cart: Cart | null, item: ShopItem): string | null {
  const reached = limitReached(
    linesOf(cart).map((line) => line.external_code),
    { externalCode: item.external_code, name: item.name, limitPerOrder: item.limit_per_order },
  );
  return reached && translate(limitSentence(reached));
}

/** For browsers that cannot report idle time: late enough not to slow down the page. */
const IDLE_MS = 3_000;

/** Runs a function when the browser is idle; returns a function that cancels it. */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, IDLE_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: IDLE_MS });
  return () => cancelIdleCallback(handle);
}
