import { openPanel } from '#browser/panels.ts';
import type { TrackedItem } from '#features/tracking/domain/tracked-moment.ts';
import { track } from '#features/tracking/shop/public.tsx';
import { text } from '#kernel/text.ts';
import { toast } from '#ui/toast.tsx';

/** From this width on the cart opens by itself after an add; on phones the notice and the count are enough. */
const WIDE = '(min-width: 960px)';

let opener: HTMLElement | null = null;

/** What was pressed to add the last item: focus returns there from the cart panel that opened by itself. */
export const lastOpener = (): HTMLElement | null => opener;

/** The header's cart button, by its id. */
export const CART_BUTTON_ID = 'cart-button';

/** Says that an item is in the cart, and shows the cart where there is room. */
export function showAdded(item: TrackedItem, pressed: HTMLElement | null): void {
  opener = pressed;
  track('AddToCart', [item]);
  toast(text('Item added to cart.'));
  if (matchMedia(WIDE).matches) openPanel('cart');
}
