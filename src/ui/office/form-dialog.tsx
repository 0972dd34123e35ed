import { leaveDialog } from '#browser/unsaved.ts';
import { Button } from '../button.tsx';
import { Dialog, type DialogProps } from '../dialog.tsx';
import { useLanguage } from '../language.ts';
import { dialogAddress } from './dialog-address.ts';

/** A dialog with a form: closing it with something typed asks first. Load it lazily. */
export const FormDialog = ({ onClose, name, ...dialog }: FormDialogProps) => (
  <Dialog
    open
    {...dialog}
    {...(name !== undefined && { address: dialogAddress(name) })}
    onClose={(reason) => leaveDialog(() => onClose(reason))}
  />
);

interface FormDialogProps extends Omit<DialogProps, 'open' | 'keepOnBackdrop' | 'address'> {
  /** Its name in the address, if its page opens it again from there: see `useAddressedDialog`. */
  name?: string;
}

/** Closes the dialog that it is in, without saving. */
export function CancelButton({ onClose, children }: { onClose: () => void; children?: string }) {
  const { text } = useLanguage();
  return (
    <Button kind="secondary" onClick={() => leaveDialog(onClose)}>
      {children ?? text('Cancel')}
    </Button>
  );
}
