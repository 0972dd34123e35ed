import { useState } from 'react';
import { PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { amountFrom, amountIn } from '#features/shop-config/domain/typed-amount.ts';
import { formatMoney } from '#kernel/money.ts';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { RadioCards } from '#ui/radio-cards.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { TextArea } from '#ui/text-area.tsx';
import styles from './desk.module.css';
import type { WaysProps } from './receipt-ways.tsx';

type To = 'paid' | 'partial' | 'cancelled';

/** An order with a problem, such as a dispute: its money decides what it may become. */
export function ProblemWays({ code, onDone }: WaysProps & { code: string }) {
  const { text, translate } = useLanguage();
  const [to, setTo] = useState<To>('cancelled');
  const [reason, setReason] = useState('');
  const preview = usePreview('order-settle-problem', { code, to, reason: reason.trim() });
  const presses: Record<To, string> = {
    paid: text('Make {code} valid', { code }),
    partial: text('Go on with the plan of {code}', { code }),
    cancelled: text('Cancel {code}', { code }),
  };
  return (
    <PreviewedForm
      preview={preview}
      press={presses[to]}
      done={text('The problem of {code} is settled.', { code })}
      isDanger={to === 'cancelled'}
      onDone={onDone}
    >
      <RadioCards
        id="problem-to"
        name="problem-to"
        legend={text('How does it end?')}
        value={to}
        options={[
          { value: 'cancelled', label: text('Cancelled'), note: text('Its places go back on sale.') },
          { value: 'paid', label: text('Paid'), note: text('All its money is here.') },
          { value: 'partial', label: text('Partially paid'), note: text('Its payment plan goes on.') },
        ]}
        onChange={({ currentTarget: { value } }) => setTo(value as To)}
      />
      <TextArea
        id="problem-reason"
        label={text('Reason')}
        optional
        hint={text('The audit keeps it for ever, so write no names.')}
        rows={2}
        value={reason}
        error={preview.errors.reason?.map(translate).join(' ')}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
    </PreviewedForm>
  );
}

/** An ended order that money was paid for. */
export function OwedWays({ code, owed, onDone }: WaysProps & { code: string; owed: number }) {
  const { text, translate } = useLanguage();
  const settings = useShopSettings();
  const digits = settings.currencyDigits;
  const [typed, setTyped] = useState(() => amountIn(owed, digits));
  const [transaction, setTransaction] = useState('');
  const amount = amountFrom(typed, digits);
  const isComplete = amount !== null && transaction.trim() !== '';
  const preview = usePreview(
    'order-return-owed',
    isComplete ? { code, amount, transaction: transaction.trim() } : null,
  );
  const sum = amount === null ? '' : formatMoney(amount, settings);
  const errorAt = (field: string) => preview.errors[field]?.map(translate).join(' ');
  return (
    <PreviewedForm
      preview={preview}
      press={text('Book {amount} as sent back', { amount: sum })}
      done={text('{amount} booked as sent back.', { amount: sum })}
      onDone={onDone}
    >
      <p>{text('Send the money back from the bank first, then note the transfer here.')}</p>
      <div className={styles.pair}>
        <Field
          id="owed-transaction"
          label={text('The bank’s number')}
          hint={text('Each is booked once.')}
          value={transaction}
          autoComplete="off"
          spellCheck={false}
          error={errorAt('transaction')}
          onChange={({ currentTarget: { value } }) => setTransaction(value)}
        />
        <Field
          id="owed-amount"
          label={text('Amount ({currency})', { currency: settings.currency })}
          value={typed}
          inputMode="decimal"
          autoComplete="off"
          error={errorAt('amount') ?? (amount === null ? text('Please enter an amount above 0.') : undefined)}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
      </div>
    </PreviewedForm>
  );
}
