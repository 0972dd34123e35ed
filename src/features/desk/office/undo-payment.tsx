import { bankNumber } from '#features/payments/domain/bank-number.ts';
import { PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { formatMoney } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useLanguage } from '#ui/language.ts';
import { useShopSettings } from '#ui/shop-settings.tsx';

export interface UndoPaymentProps {
  receipt: number;
  amount: number;
  /** The key of the movement. */
  transaction: string;
  onClose: () => void;
}

/** Undoes a transfer that was recorded by mistake. */
export default function UndoPayment({ receipt, amount, transaction, onClose }: UndoPaymentProps) {
  const { text } = useLanguage();
  const sum = formatMoney(amount, useShopSettings());
  const preview = usePreview('payment-undo', { receipt });
  return (
    <Dialog open onClose={onClose} title={text('Undo this payment')} description={bankNumber(transaction)}>
      <PreviewedForm
        preview={preview}
        buttonLabel={text('Undo {amount}', { amount: sum })}
        done={text('Payment of {amount} undone.', { amount: sum })}
        isDanger
        onDone={onClose}
        others={
          <Button kind="secondary" onClick={onClose}>
            {text('Keep the payment')}
          </Button>
        }
      >
        <p>{text('For a transfer that was recorded by mistake. It can then be recorded again, for another order.')}</p>
      </PreviewedForm>
    </Dialog>
  );
}
