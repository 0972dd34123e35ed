import { PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { formatMoney } from '#kernel/money.ts';
import { useLanguage } from '#ui/language.ts';
import { CancelButton, FormDialog } from '#ui/office/form-dialog.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';

interface UndoPaymentProps {
  receipt: number;
  amount: number;
  /** The bank's number of the transfer. */
  number: string | null;
  onClose: () => void;
}

/** Undoes a transfer that was recorded by mistake. */
export default function UndoPayment({ receipt, amount, number, onClose }: UndoPaymentProps) {
  const { text } = useLanguage();
  const sum = formatMoney(amount, useShopSettings());
  const preview = usePreview('payment-undo', { receipt });
  return (
    <FormDialog name={`undo.${receipt}`} onClose={onClose} title={text('Undo this payment')} description={number}>
      <PreviewedForm
        preview={preview}
        buttonLabel={text('Undo {amount}', { amount: sum })}
        done={text('Payment of {amount} undone.', { amount: sum })}
        isDanger
        onDone={onClose}
        others={<CancelButton onClose={onClose}>{text('Keep the payment')}</CancelButton>}
      >
        <p>{text('For a transfer that was recorded by mistake. It can then be recorded again, for another order.')}</p>
      </PreviewedForm>
    </FormDialog>
  );
}
