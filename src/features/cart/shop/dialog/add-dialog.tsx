import { useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { useBundle, useSessionStore } from '#browser/session-store.ts';
import type { ShopItem } from '#features/catalogue/contract.ts';
import { alternativesTo } from '#features/catalogue/domain/alternatives-to.ts';
import { track } from '#features/tracking/shop/public.tsx';
import { useLanguage } from '#ui/language.ts';
import { toast } from '#ui/toast.tsx';
import type { Cart } from '../../contract.ts';
import { mayAddAnother } from '../../domain/add-another.ts';
import { addedInDialog, newLines } from '../../domain/added-in-dialog.ts';
import { planInCart } from '../../domain/cart-plan.ts';
import type { Holder } from '../../domain/holder.ts';
import { firstHolder, knownHolders, nextHolder } from '../../domain/known-holders.ts';
import { addToCart, prefixError, serverText } from '../cart-actions.ts';
import { linesOf } from '../cart-line.ts';
import { useCart, useCartStore } from '../cart-store.ts';
import { VIEW_CART_ID } from '../panel/view-cart-button.tsx';
import { useDialogItem } from './dialog-item.ts';
import { HolderDialog } from './holder-dialog.tsx';
import { toPersonalise, useKnownPeople } from './known-people.ts';
import { type HolderValues, personaliseDraft } from './personalise-draft.ts';
import { closePersonaliseDialog, type PersonaliseRequest } from './personalise-request.ts';
import { announceAdded, COULD_NOT_ADD, showCart, useAddToCart } from './use-add-to-cart.ts';

/** Personalises a ticket before it is added. */
export function AddDialog({ request, open }: { request: PersonaliseRequest; open: boolean }) {
  const language = useLanguage();
  const { text, translate } = language;
  const store = useCartStore();
  const session = useSessionStore();
  const { item, refresh } = useDialogItem(request.item);
  const known = useKnownPeople(null);
  const { cart } = useCart();
  const { products } = useBundle();
  const { add } = useAddToCart();
  const { pathname } = useLocation();
  const code = item.external_code;
  // The dialog may open before the page knows who is logged in. Later changes to the cart must not change the fields.
  const isCustomerKnown = known.customer !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: computed again only when the customer becomes known.
  const first = useMemo(() => firstHolder(toPersonalise(item), known, request.transportTimeId), [isCustomerKnown]);

  const [addedLines, setAddedLines] = useState<readonly string[]>([]);
  const added = addedInDialog(addedLines, cart?.products ?? []);

  /**
   * Closes the dialog and announces the number of tickets added, which the open dialog shows in its footer. Navigation
   * also closes the dialog, but keeps the entries, in case the visitor goes back.
   */
  const close = (addedCount: number) => {
    personaliseDraft.drop(code);
    closePersonaliseDialog();
    if (addedCount === 0) return;
    announceAdded(language, addedCount);
    showCart(request.opener);
  };

  const restore = (begun: HolderValues): HolderValues | null => {
    const typed = personaliseDraft.restore(code, begun);
    if (typed === null) return null;
    const { ageOptions, openTimes } = toPersonalise(item);
    const time = request.transportTimeId ?? typed.transport_time_id;
    return {
      ...typed,
      age: ageOptions.includes(typed.age) ? typed.age : '',
      transport_time_id: openTimes.includes(time) ? time : '',
    };
  };

  const keepFor = (externalCode: string, values: HolderValues) => {
    const owner = { cart: store.get().code ?? '', isLoggedIn: session.get().token !== null };
    personaliseDraft.keep({ externalCode, pathname, ...owner }, values);
  };

  /** Switches the dialog to another item for the same holder. */
  const switchTo = (other: ShopItem, values: HolderValues) => {
    personaliseDraft.drop(code);
    keepFor(other.external_code, values);
    add(other, request.opener);
  };

  const send = async (holder: Holder, addsAnother: boolean): Promise<Holder | null> => {
    const before = store.get().cart?.products ?? [];
    let after: Cart;
    try {
      after = await addToCart(store, { kind: 'tickets', externalCode: code, holder });
    } catch (thrown) {
      const sentence = serverText(thrown);
      toast(sentence ?? translate(COULD_NOT_ADD), 'bad');
      refresh();
      throw sentence === null ? prefixError(language, thrown, translate(COULD_NOT_ADD)) : thrown;
    }
    track('AddToCart', [item]);
    if (!addsAnother) {
      close(added.count + 1);
      return null;
    }
    personaliseDraft.drop(code);
    setAddedLines((lines) => [...lines, ...newLines(before, after.products)]);
    refresh();
    return nextHolder(toPersonalise(item), known, holder.transportTimeId);
  };

  return (
    <HolderDialog
      open={open}
      onClose={() => close(added.count)}
      item={item}
      line={null}
      first={first}
      known={knownHolders(toPersonalise(item), known)}
      submitLabel={text('Add to cart')}
      onUse={() => track('CustomizeProduct', [item])}
      draft={{ restore, keep: (values) => keepFor(code, values) }}
      send={send}
      adding={{
        added,
        mayAddAnother: mayAddAnother(
          {
            externalCode: code,
            hasPaymentPlan: item.has_payment_plan,
            limitPerOrder: item.limit_per_order,
            stockLevel: item.stock_level,
          },
          linesOf(cart).map((one) => one.external_code),
        ),
      }}
      soldOut={{
        others: alternativesTo(item, products, {
          isEmpty: linesOf(cart).length === 0,
          hasPaymentPlanItem: cart !== null && planInCart(cart) !== null,
        }),
        switchTo,
      }}
      returnFocus={() => (request.opener?.isConnected ? request.opener : document.getElementById(VIEW_CART_ID))}
    />
  );
}
