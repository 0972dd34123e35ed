import type { TextFieldProps } from '#browser/use-form.ts';
import type { PaymentMethod } from '#features/orders/domain/payment-methods.ts';
import { PaymentTrust } from '#features/payments/shop/public.tsx';
import type { PublicConfig } from '#features/shop-config/contract.ts';
import type { Language } from '#kernel/language.ts';
import { FieldError } from '#ui/form-field.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { checkoutTexts, TRANSFER_TOO_LATE } from '../words/checkout-problems.ts';
import styles from './checkout.module.css';

export interface PaymentMethodChoiceProps {
  /** The billing country; empty until it is chosen. */
  country: string;
  config: PublicConfig;
  possible: readonly PaymentMethod[];
  method: PaymentMethod | null;
  hasVoucher: boolean;
  isPlan: boolean;
  isTooLateForTransfer: boolean;
  field: TextFieldProps;
}

/** The possible methods, and the reason if the event is too close for a bank transfer. */
export function PaymentMethodChoice(props: PaymentMethodChoiceProps) {
  const { translate } = useLanguage();
  return (
    <>
      <PossibleMethods {...props} />
      {props.isTooLateForTransfer && <p className={styles.note}>{translate(TRANSFER_TOO_LATE)}</p>}
    </>
  );
}

/** Radio cards. A single method is plain text. If there is none, a warning says so once the country is known. */
function PossibleMethods({ country, config, possible, method, field, ...facts }: PaymentMethodChoiceProps) {
  const { text, translate } = useLanguage();
  const label = (one: PaymentMethod) => config.paymentMethods[one] ?? one;
  if (!method && country === '')
    return <p className={styles.note}>{text('Choose your country to see how you can pay.')}</p>;
  if (!method) {
    return (
      <Notice tone="warn" role="status">
        {translate(checkoutTexts.no_payment_method)}
      </Notice>
    );
  }
  if (possible.length === 1) {
    return (
      <div className={styles.method} id={field.id} tabIndex={field.error ? -1 : undefined}>
        {field.error && <FieldError id={field.id}>{field.error}</FieldError>}
        <strong>{label(method)}</strong>
        <MethodNote method={method} config={config} {...facts} />
      </div>
    );
  }
  return (
    <RadioCards
      {...field}
      value={method}
      legend={text('Payment method')}
      legendHidden
      options={possible.map((one) => ({
        value: one,
        label: label(one),
        note: <MethodNote method={one} config={config} {...facts} />,
      }))}
    />
  );
}

function MethodNote({
  method,
  config,
  ...facts
}: Pick<PaymentMethodChoiceProps, 'config' | 'hasVoucher' | 'isPlan'> & { method: PaymentMethod }) {
  const note = methodNote(useLanguage(), method, facts);
  if (method !== 'credit_card') return <span>{note}</span>;
  return (
    <span className={styles.cardNote}>
      <span>{note}</span>
      <PaymentTrust config={config} />
    </span>
  );
}

function methodNote(
  { text }: Language,
  method: PaymentMethod,
  { hasVoucher, isPlan }: Pick<PaymentMethodChoiceProps, 'hasVoucher' | 'isPlan'>,
): string {
  switch (method) {
    case 'credit_card':
      return isPlan
        ? text('You will pay the first instalment on the next page.')
        : text('You will pay on the next page.');
    case 'bank_transfer':
      return isPlan
        ? text('We hold your order until the first instalment arrives.')
        : text('We hold your order until your transfer arrives.');
    case 'voucher':
      return hasVoucher
        ? text('Your voucher covers the whole order. There is nothing left to pay.')
        : text('There is nothing to pay.');
  }
}
