import { useStaffSession } from '#features/staff/office/public.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { Panel } from '#ui/office/panel.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import type { DraftPanelProps } from './buyer-panel.tsx';
import { Exceptions } from './exceptions.tsx';
import { hasPlan, idOf, type NewOrderDraft } from './new-order-draft.ts';
import styles from './new-order-page.module.css';

/** The payment method, the terms, and the exceptions that only a manager may allow. */
export function PaymentPanel({ draft, choices, change, errorAt }: DraftPanelProps) {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  const isPlan = hasPlan(draft, choices);
  const withInstalments = (note: string) => (isPlan ? `${note} ${text('The order is paid in instalments.')}` : note);
  const options: { value: NewOrderDraft['payment']; label: string; note: string; isOffered: boolean }[] = [
    {
      value: 'bank_transfer',
      label: text('Bank transfer'),
      note: withInstalments(text('The email says where to pay.')),
      isOffered: choices.has_transfer,
    },
    {
      value: 'credit_card',
      label: text('Payment link'),
      note: withInstalments(text('The email has a link to pay by card.')),
      isOffered: choices.has_card,
    },
    {
      value: 'desk',
      label: text('Paid at the desk'),
      note: isPlan
        ? text('You have the first instalment, and it is recorded with the order.')
        : text('You have the money, and it is recorded with the order.'),
      isOffered: choices.has_transfer && may('money.book'),
    },
    {
      value: 'free',
      label: text('Free of charge'),
      note: text('For invited guests. A discount covers the whole order.'),
      isOffered: may('orders.override'),
    },
  ];
  return (
    <Panel heading={text('Payment')}>
      <div className={styles.fields}>
        <RadioCards
          id={idOf('payment_method')}
          name="order-payment"
          legend={text('How will it be paid?')}
          value={draft.payment}
          options={options.filter(({ isOffered }) => isOffered)}
          error={errorAt('payment_method')}
          onChange={({ currentTarget: { value } }) => change({ payment: value as NewOrderDraft['payment'] })}
        />
        {draft.payment === 'desk' && (
          <Field
            id={idOf('desk_receipt')}
            label={text('Number of the receipt')}
            hint={text('Each number can be booked only once.')}
            value={draft.deskReceipt}
            autoComplete="off"
            spellCheck={false}
            error={errorAt('desk_receipt')}
            onChange={({ currentTarget: { value } }) => change({ deskReceipt: value })}
          />
        )}
        {draft.payment !== 'free' && (
          <Field
            id={idOf('voucher_code')}
            label={text('Voucher')}
            optional
            value={draft.voucher}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            error={errorAt('voucher_code')}
            onChange={({ currentTarget: { value } }) => change({ voucher: value })}
          />
        )}
        <Checkbox
          id="order-terms"
          label={text('The buyer has agreed to the Terms and Conditions')}
          hint={text('Otherwise an email asks for it.')}
          checked={draft.acceptedTerms}
          onChange={({ currentTarget: { checked } }) => change({ acceptedTerms: checked })}
        />
        <Exceptions {...{ draft, choices, change, errorAt }} />
      </div>
    </Panel>
  );
}
