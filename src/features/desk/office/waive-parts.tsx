import { useState } from 'react';
import { PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { amountFrom, amountIn } from '#features/shop-config/domain/typed-amount.ts';
import { AmountField } from '#features/shop-config/office/public.tsx';
import { formatMoney } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useLanguage } from '#ui/language.ts';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { TextArea } from '#ui/text-area.tsx';

interface WaivePartsProps {
  /** A part's reference, or the order's code for all open parts. */
  reference: string;
  /** The open amount, in minor units. */
  missing: number;
  /** The waiver covers all open parts, so no amount can be chosen. */
  isAll?: boolean;
  onClose: () => void;
}

/** Lowers the price of a plan by an amount that the customer no longer has to pay. */
export default function WaiveParts({ reference, missing, isAll = false, onClose }: WaivePartsProps) {
  const { text, translate } = useLanguage();
  const settings = useShopSettings();
  const [changed, setChanged] = useState<string | null>(null);
  const typed = changed ?? amountIn(missing, settings);
  const [reason, setReason] = useState('');
  const amount = isAll ? missing : amountFrom(typed, settings);
  const isComplete = amount !== null && reason.trim() !== '';
  const preview = usePreview(
    'part-waive',
    isComplete ? { reference, amount: isAll ? null : amount, reason: reason.trim() } : null,
  );
  const sum = amount === null ? '' : formatMoney(amount, settings);
  const errorAt = (field: string) => preview.errors[field]?.map(translate).join(' ');
  return (
    <Dialog
      open
      onClose={onClose}
      keepOnBackdrop={reason !== ''}
      title={isAll ? text('Waive everything that is open') : text('Waive an instalment')}
      description={reference}
    >
      <PreviewedForm
        preview={preview}
        buttonLabel={text('Waive {amount}', { amount: sum })}
        done={text('{amount} waived.', { amount: sum })}
        onDone={onClose}
        others={
          <Button kind="secondary" onClick={onClose}>
            {text('Cancel')}
          </Button>
        }
      >
        <p>
          {text(
            'The order costs less by this amount, and the customer no longer has to pay it. Sales and tax are corrected, and the discount appears on the invoice.',
          )}
        </p>
        {!isAll && (
          <AmountField
            id="waive-amount"
            label={text('Amount ({currency})', { currency: settings.currency })}
            hint={text('{amount} is open.', { amount: formatMoney(missing, settings) })}
            value={typed}
            error={errorAt('amount')}
            onChange={setChanged}
          />
        )}
        <TextArea
          id="waive-reason"
          label={text('Reason')}
          hint={text('The audit log keeps this forever, so do not include any names.')}
          rows={2}
          value={reason}
          error={errorAt('reason')}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
      </PreviewedForm>
    </Dialog>
  );
}
