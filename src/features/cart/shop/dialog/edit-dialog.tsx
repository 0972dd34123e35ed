import { track } from '#features/tracking/shop/public.tsx';
import { markedText } from '#kernel/language.ts';
import { useLanguage } from '#ui/language.ts';
import type { FocusTarget } from '#ui/modal.ts';
import { toast } from '#ui/toast.tsx';
import type { CartProduct } from '../../contract.ts';
import type { Holder } from '../../domain/holder.ts';
import { knownHolders } from '../../domain/known-holders.ts';
import { prefixError, updateInCart } from '../cart-actions.ts';
import { useCartStore } from '../cart-store.ts';
import { useDialogItem } from './dialog-item.ts';
import { HolderDialog } from './holder-dialog.tsx';
import { toPersonalise, useKnownPeople } from './known-people.ts';

const COULD_NOT_UPDATE = markedText('Could not update item details.');

export interface EditDialogProps {
  line: CartProduct;
  open: boolean;
  onClose: () => void;
  returnFocus: FocusTarget;
}

export function EditDialog({ line, open, onClose, returnFocus }: EditDialogProps) {
  const language = useLanguage();
  const { text, translate } = language;
  const store = useCartStore();
  const { item, refresh } = useDialogItem(line);
  const known = useKnownPeople(line);

  const send = async (holder: Holder) => {
    try {
      await updateInCart(store, line.id, holder);
    } catch (thrown) {
      toast(translate(COULD_NOT_UPDATE), 'bad');
      refresh();
      throw prefixError(language, thrown, translate(COULD_NOT_UPDATE));
    }
    toast(text('Item details updated.'));
    onClose();
    return null;
  };

  return (
    <HolderDialog
      open={open}
      onClose={onClose}
      item={item}
      line={line}
      first={{
        fullName: line.full_name,
        email: line.email,
        age: line.age,
        transportTimeId: line.travel_time_type === 'selectable' ? line.transport_time_id : null,
      }}
      known={knownHolders(toPersonalise(item), known)}
      submitLabel={text('Save details')}
      onUse={() => track('CustomizeProduct', [line])}
      send={send}
      returnFocus={returnFocus}
    />
  );
}
