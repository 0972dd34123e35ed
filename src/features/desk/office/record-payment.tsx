import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { officeCall } from '#browser/office-api.ts';
import { problemsOf } from '#browser/problems-of.ts';
import { isUniqueReference } from '#features/payments/domain/transaction-number.ts';
import { PreviewedForm, usePreviewedForm } from '#features/previews/office/public.tsx';
import { amountFrom } from '#features/shop-config/domain/typed-amount.ts';
import { AmountField } from '#features/shop-config/office/public.tsx';
import { typedAmountSentence } from '#features/shop-config/words/staff/amount-sentence.ts';
import { formatDay } from '#kernel/dates.ts';
import { isoDay, localDay } from '#kernel/local-day.ts';
import { formatMoney } from '#kernel/money.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { DayField, useTypedDays } from '#ui/office/day-field.tsx';
import { CancelButton, FormDialog } from '#ui/office/form-dialog.tsx';
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
 * Records a bank transfer. Fills in the amount outstanding for the reference, and shows before booking whether it fits.
 */
export default function RecordPayment({ onClose, reference: known = '', suggested = '' }: RecordPaymentProps) {
  const language = useLanguage();
  const { text } = language;
  const settings = useShopSettings();
  const days = useTypedDays('past');
  const name = `record.${known || 'any'}`;
  const [wanted, setWanted] = useState((known || suggested).trim());
  const found = useQuery({
    queryKey: ['payment-to-record', wanted],
    queryFn: ({ signal }) => officeCall('payment-to-record', { reference: wanted }, { signal }),
    enabled: wanted !== '',
  });
  const { order = null, part: payment = null } = found.data ?? {};
  const placedOn = order && isoDay(localDay(new Date(order.placed_at), settings.timezone));
  const precedesOrder = (typed: string) => placedOn !== null && (days.read(typed) ?? placedOn) < placedOn;
  const open = payment ? formatMoney(payment.open, settings) : '';
  const form = usePreviewedForm({
    call: 'payment-record',
    keptAs: name,
    // Until an amount is typed, the field shows the outstanding amount.
    initial: {
      ...{ reference: known || suggested, transaction: '', amount: '', isAmountTyped: false, day: '' },
      isBeforeOrder: false,
    },
    validate: ({ reference, transaction, amount, isAmountTyped, day }) =>
      problemsOf({
        reference: reference.trim() === '' ? text('Please enter an order code or a payment reference.') : undefined,
        transaction: transaction.trim() === '' ? text('Please enter the bank’s transaction number.') : undefined,
        amount: typedAmountSentence(language, isAmountTyped ? amount : open, { shop: settings }),
        day: days.problem(day, { isOptional: true }),
      }),
    request: ({ reference, transaction, amount, isAmountTyped, day, isBeforeOrder }) => ({
      reference: reference.trim(),
      amount: amountFrom(isAmountTyped ? amount : open, settings) ?? 0,
      transaction: transaction.trim(),
      day: days.read(day) ?? '',
      before_order: isBeforeOrder && precedesOrder(day),
    }),
  });
  const { values } = form;
  if (values.reference.trim() !== wanted) setWanted(values.reference.trim());
  const amountText = values.isAmountTyped ? values.amount : open;
  const amount = amountFrom(amountText, settings);
  const sum = amount === null ? '' : formatMoney(amount, settings);
  const referenceField = form.field('reference');
  const amountField = form.field('amount');
  return (
    <FormDialog
      name={name}
      onClose={onClose}
      title={text('Record a payment')}
      description={
        order
          ? text('{code} · {name}', { code: order.code, name: order.customer_name })
          : text('A transfer received at the bank')
      }
    >
      <PreviewedForm
        form={form}
        buttonLabel={amount === null ? text('Record payment') : text('Record {amount}', { amount: sum })}
        done={text('{amount} recorded.', { amount: sum })}
        onDone={onClose}
        others={<CancelButton onClose={onClose} />}
      >
        {known === '' && (
          <Field
            label={text('Order or payment reference')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            {...referenceField}
            onChange={(event) => {
              form.setValue('isAmountTyped', false);
              referenceField.onChange(event);
            }}
          />
        )}
        <div className={styles.pair}>
          <Field
            label={text('Bank transaction number')}
            hint={
              values.transaction.trim() === '' || isUniqueReference(values.transaction.trim())
                ? text('Each number can be booked only once.')
                : text(
                    'Banks reuse short numbers, so this is only treated as the same transfer if the amount is the same and the dates are close.',
                  )
            }
            autoComplete="off"
            spellCheck={false}
            {...form.field('transaction')}
          />
          <AmountField
            label={text('Amount ({currency})', { currency: settings.currency })}
            hint={
              order && payment
                ? text('{open} is outstanding', { open })
                : order && found.isSuccess
                  ? text('Nothing is outstanding')
                  : undefined
            }
            {...amountField}
            value={amountText}
            onChange={(event) => {
              form.setValue('isAmountTyped', true);
              amountField.onChange(event);
            }}
          />
        </div>
        <DayField
          isPast
          label={text('Day of arrival')}
          optional
          hint={text('Leave empty for today.')}
          {...form.field('day')}
        />
        {order && precedesOrder(values.day) && (
          <Checkbox
            id="record-before-order"
            label={text('The money arrived before the order was placed on {day}', {
              day: formatDay(order.placed_at, settings, { year: true }),
            })}
            hint={text('For example, for an order that was cancelled and placed again.')}
            checked={values.isBeforeOrder}
            onChange={({ currentTarget: { checked } }) => form.setValue('isBeforeOrder', checked)}
          />
        )}
      </PreviewedForm>
    </FormDialog>
  );
}
