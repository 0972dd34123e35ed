import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { useSessionStore } from '#browser/session-store.ts';
import { track } from '#features/tracking/shop/public.tsx';
import { useLanguage } from '#ui/language.ts';
import { toast } from '#ui/toast.tsx';
import type { Holder } from '../../domain/holder.ts';
import { firstHolder, knownHolders } from '../../domain/known-holders.ts';
import { addToCart, serverText, withOwnWords } from '../cart-actions.ts';
import { useCartStore } from '../cart-store.ts';
import { HolderDialog } from './holder-dialog.tsx';
import { useItemToHold } from './item-to-hold.ts';
import { toPersonalise, useKnownPeople } from './known-to-shop.ts';
import { type HolderValues, personaliseDraft } from './personalise-draft.ts';
import { closePersonalise, type PersonaliseRequest } from './personalise-request.ts';
import { COULD_NOT_ADD, showAdded } from './use-add-to-cart.ts';

/** Personalises a ticket before it is added. */
export function AddDialog({ request, open }: { request: PersonaliseRequest; open: boolean }) {
  const language = useLanguage();
  const { text, translate } = language;
  const store = useCartStore();
  const session = useSessionStore();
  const { item, refresh } = useItemToHold(request.item);
  const known = useKnownPeople(null);
  const { pathname } = useLocation();
  const code = item.external_code;
  // A page may open the dialog before it knows who is logged in. Later changes of the cart must not change the fields.
  const isCustomerKnown = known.customer !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: computed again only when the customer becomes known.
  const first = useMemo(() => firstHolder(toPersonalise(item), known, request.transportTimeId), [isCustomerKnown]);

  /** Dismisses the dialog. Navigation closes it too, but then what was typed stays for a step back. */
  const close = () => {
    personaliseDraft.drop(code);
    closePersonalise();
  };

  const restore = (begun: HolderValues): HolderValues | null => {
    const typed = personaliseDraft.restore(code, begun);
    const time = request.transportTimeId ?? typed?.transport_time_id ?? '';
    return typed && { ...typed, transport_time_id: toPersonalise(item).openTimes.includes(time) ? time : '' };
  };

  const keep = (values: HolderValues) => {
    const owner = { cart: store.get().code ?? '', isLoggedIn: session.get().token !== null };
    personaliseDraft.keep({ externalCode: code, pathname, ...owner }, values);
  };

  const send = async (holder: Holder) => {
    try {
      await addToCart(store, { kind: 'tickets', externalCode: code, holder });
    } catch (thrown) {
      const said = serverText(thrown);
      toast(said ?? translate(COULD_NOT_ADD), 'bad');
      refresh();
      throw said === null ? withOwnWords(language, thrown, translate(COULD_NOT_ADD)) : thrown;
    }
    close();
    showAdded(language, item, request.opener);
  };

  return (
    <HolderDialog
      open={open}
      onClose={close}
      item={item}
      line={null}
      first={first}
      known={knownHolders(toPersonalise(item), known)}
      submitLabel={text('Add to cart')}
      onUse={() => track('CustomizeProduct', [item])}
      draft={{ restore, keep }}
      send={send}
      returnFocus={() => (request.opener?.isConnected ? request.opener : null)}
    />
  );
}
