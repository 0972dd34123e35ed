import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { officeCall } from '#browser/office-api.ts';
import { PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { amountFrom, amountIn } from '#features/shop-config/domain/typed-amount.ts';
import { AmountField } from '#features/shop-config/office/public.tsx';
import { formatMoney } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { useShopSettings } from '#ui/shop-settings.tsx';
import styles from './desk.module.css';

export interface RecordPaymentProps {
  onClose: () => void;
  /** An order's code or a payment's reference, if it is known. */
  reference?: string;
  /** The reference to suggest; it can be changed. */
  suggested?: string;
}

/**
 * Records a bank transfer. Fills in the amount still open for the reference, and shows before booking whether it fits.
 */
export default function RecordPayment({ onClose, reference: known = '', suggested = '' }: RecordPaymentProps) {
  const { text, translate } = useLanguage();
  const settings = useShopSettings();
  const [reference, setReference] = useState(known || suggested);
  const [typed, setTyped] = useState<string | null>(null);
  const [transaction, setTransaction] = useState('');
  const [day, setDay] = useState('');
  const wanted = reference.trim();
  const found = useQuery({
    queryKey: ['payment-to-record', wanted],
    queryFn: ({ signal }) => officeCall('payment-to-record', { reference: wanted }, { signal }),
    enabled: wanted !== '',
  });
  const { order = null, part = null } = found.data ?? {};
  const amountText = typed ?? (part ? amountIn(part.open, settings) : '');
  const amount = amountFrom(amountText, settings);
  const isComplete = wanted !== '' && amount !== null && transaction.trim() !== '';
  const preview = usePreview(
    'payment-record',
    isComplete ? { reference: wanted, amount, transaction: transaction.trim(), day } : null,
  );
  const sum = amount === null ? '' : formatMoney(amount, settings);
  const errorAt = (field: string) => preview.errors[field]?.map(translate).join(' ');
  return (
    <Dialog
      open
      onClose={onClose}
      keepOnBackdrop={transaction !== '' || typed !== null}
      title={text('Record a payment')}
      description={
        order
          ? text('{code} · {name}', { code: order.code, name: order.customer_name })
          : text('A transfer received at the bank')
      }
    >
      <PreviewedForm
        preview={preview}
        buttonLabel={amount === null ? text('Record payment') : text('Record {amount}', { amount: sum })}
        done={text('{amount} recorded.', { amount: sum })}
        onDone={onClose}
        others={
          <Button kind="secondary" onClick={onClose}>
            {text('Cancel')}
          </Button>
        }
      >
        {known === '' && (
          <Field
            id="record-reference"
            label={text('Order or payment reference')}
            value={reference}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            error={errorAt('reference')}
            onChange={({ currentTarget: { value } }) => {
              setReference(value);
              setTyped(null);
            }}
          />
        )}
        <div className={styles.pair}>
          <Field
            id="record-transaction"
            label={text('Bank transaction number')}
            hint={text('Each number can be booked only once.')}
            value={transaction}
            autoComplete="off"
            spellCheck={false}
            error={errorAt('transaction')}
            onChange={({ currentTarget: { value } }) => setTransaction(value)}
          />
          <AmountField
            id="record-amount"
            label={text('Amount ({currency})', { currency: settings.currency })}
            hint={
              order && part
                ? text('{open} is outstanding', { open: formatMoney(part.open, settings) })
                : order && found.isSuccess
                  ? text('Nothing is outstanding')
                  : undefined
            }
            value={amountText}
            error={errorAt('amount')}
            onChange={setTyped}
          />
        </div>
        <Field
          id="record-day"
          label={text('Day of arrival')}
          optional
          hint={text('Leave empty for today.')}
          type="date"
          value={day}
          error={errorAt('day')}
          onChange={({ currentTarget: { value } }) => setDay(value)}
        />
      </PreviewedForm>
    </Dialog>
  );
}
