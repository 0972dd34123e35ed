import { useLanguage } from '#ui/language.ts';
import { FormDialog } from '#ui/office/form-dialog.tsx';
import { OwedActions } from './settling-actions.tsx';

interface OwedDialogProps {
  order: { readonly code: string; readonly owed: number };
  onClose: () => void;
}

/** Records on an order's page that money was sent back. */
export default function OwedDialog({ order: { code, owed }, onClose }: OwedDialogProps) {
  const { text } = useLanguage();
  return (
    <FormDialog name="owed" onClose={onClose} title={text('Money sent back')} description={code}>
      <OwedActions code={code} owed={owed} onDone={onClose} />
    </FormDialog>
  );
}
