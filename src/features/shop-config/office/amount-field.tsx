import { useState } from 'react';
import { Field, type FieldProps } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { amountIn, readAmount } from '../domain/typed-amount.ts';

interface AmountFieldProps extends Pick<FieldProps, 'id' | 'label' | 'hint' | 'error' | 'optional'> {
  value: string;
  onChange: (typed: string) => void;
}

/**
 * An amount in the shop's currency, which the label names. Accepts what people type and paste, and formats it in the
 * person's language when the field loses focus.
 */
export function AmountField({ value, onChange, error, optional, ...field }: AmountFieldProps) {
  const { text } = useLanguage();
  const settings = useShopSettings();
  const [phase, setPhase] = useState<'untouched' | 'typing' | 'left'>('untouched');
  const read = readAmount(value, settings);
  const isLeftOut = optional && value.trim() === '';
  const leave = () => {
    if (phase === 'untouched') return;
    setPhase('left');
    if (read.kind === 'amount') onChange(amountIn(read.amount, settings));
  };
  const ownError = () => {
    if (phase !== 'left' || isLeftOut || read.kind === 'amount') return undefined;
    if (read.kind === 'none') return text('Please enter an amount above 0.');
    if (read.kind === 'foreign') {
      return text('Please enter the amount in {currency}, the shop’s currency.', { currency: settings.currency });
    }
    const whole = Number(value.replace(/\D/g, ''));
    const example = amountIn(whole * 10 ** settings.currencyDigits, settings);
    return settings.currencyDigits === 2
      ? text('Please include the cents, as in {example}.', { example })
      : text('Please include the decimals, as in {example}.', { example });
  };
  return (
    <Field
      {...field}
      optional={optional}
      value={value}
      inputMode="decimal"
      autoComplete="off"
      error={error ?? ownError()}
      onChange={({ currentTarget: { value: typed } }) => {
        setPhase('typing');
        onChange(typed);
      }}
      onBlur={leave}
      onKeyDown={({ key }) => {
        if (key === 'Enter') leave();
      }}
    />
  );
}
