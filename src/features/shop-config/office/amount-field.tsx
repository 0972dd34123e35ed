import { useRef } from 'react';
import type { CheckedFieldProps } from '#browser/use-checked-form.ts';
import { formatMoney } from '#kernel/money.ts';
import { Field, type FieldProps } from '#ui/field.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { readAmount } from '../domain/typed-amount.ts';

interface AmountFieldProps extends CheckedFieldProps, Pick<FieldProps, 'label' | 'hint' | 'optional'> {}

/**
 * An amount in the shop's currency. Accepts what people type and paste, and shows it with its currency in the person's
 * language once the field is left. `words/staff/amount-sentence.ts` checks it.
 */
export function AmountField({ onChange, onBlur, ...field }: AmountFieldProps) {
  const settings = useShopSettings();
  const isTyped = useRef(false);
  const leave = () => {
    const read = readAmount(field.value, settings);
    if (isTyped.current && read.kind === 'amount')
      onChange({ currentTarget: { value: formatMoney(read.amount, settings) } });
    isTyped.current = false;
    onBlur();
  };
  return (
    <Field
      {...field}
      inputMode="decimal"
      autoComplete="off"
      onChange={(event) => {
        isTyped.current = true;
        onChange(event);
      }}
      onBlur={leave}
      onKeyDown={({ key }) => {
        if (key === 'Enter') leave();
      }}
    />
  );
}
