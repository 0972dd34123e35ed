import { useState } from 'react';
import { useCartStore } from '#browser/cart-store.ts';
import { track } from '#features/tracking/shop/public.tsx';
import { saidText, text } from '#kernel/text.ts';
import { toast } from '#ui/toast.tsx';
import type { Holder } from '../domain/holder.ts';
import { firstHolder, knownHolders } from '../domain/known-holders.ts';
import { showAdded } from './after-add.ts';
import { addToCart } from './cart-actions.ts';
import { HolderDialog } from './holder-dialog.tsx';
import { useItemToHold } from './item-to-hold.ts';
import { toPersonalise, useWhatIsKnown } from './known-to-shop.ts';
import { closePersonalise, type PersonaliseRequest } from './personalise-request.ts';
import { serverText, withOwnWords } from './refusal-text.ts';
import { COULD_NOT_ADD } from './use-add-to-cart.ts';

/** Personalises a ticket on its way into the cart. */
export function AddDialog({ request, open }: { request: PersonaliseRequest; open: boolean }) {
  const store = useCartStore();
  const { item, refresh } = useItemToHold(request.item);
  const known = useWhatIsKnown(null);
  const [first] = useState(() => firstHolder(toPersonalise(item), known));

  const send = async (holder: Holder) => {
    try {
      await addToCart(store, { kind: 'tickets', externalCode: item.external_code, holder });
    } catch (thrown) {
      const said = serverText(thrown);
      toast(said ?? saidText(COULD_NOT_ADD), 'bad');
      refresh();
      throw said === null ? withOwnWords(thrown, saidText(COULD_NOT_ADD)) : thrown;
    }
    closePersonalise();
    showAdded(item, request.opener);
  };

  return (
    <HolderDialog
      open={open}
      onClose={closePersonalise}
      item={item}
      line={null}
      first={first}
      known={knownHolders(toPersonalise(item), known)}
      submitLabel={text('Add to cart')}
      onUse={() => track('CustomizeProduct', [item])}
      send={send}
      returnFocus={() => (request.opener?.isConnected ? request.opener : null)}
    />
  );
}
