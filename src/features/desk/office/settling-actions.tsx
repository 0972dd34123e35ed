import { useState } from 'react';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { NotedForm, PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { amountFrom, amountIn } from '#features/shop-config/domain/typed-amount.ts';
import { AmountField } from '#features/shop-config/office/public.tsx';
import { formatMoney } from '#kernel/money.ts';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { QueryState } from '#ui/office/query-state.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { problemEnds, type SettledStatus } from '../domain/problem-ends.ts';
import styles from './desk.module.css';
import type { ActionsProps } from './receipt-actions.tsx';

interface ProblemActionsProps extends ActionsProps {
  code: string;
}

/** Settles the problem of an order, such as a dispute. The order's money decides which statuses are possible. */
export function ProblemActions(props: ProblemActionsProps) {
  const { text } = useLanguage();
  const query = useOfficeCall('order-open', { code: props.code });
  return (
    <QueryState query={query} failed={text('The order did not load')}>
      {(order) => <ProblemEnds {...props} order={order} />}
    </QueryState>
  );
}

function ProblemEnds({ code, onDone, order }: ProblemActionsProps & { order: OfficeAnswer<'order-open'> }) {
  const { text } = useLanguage();
  const { total, paid, is_disputed: isDisputed, refunds } = order;
  const ends = problemEnds({ total, paid, isDisputed, hasRefunds: refunds.length > 0 });
  return (
    <>
      {isDisputed && <p>{text('Until the dispute is decided, the order can be cancelled but not reinstated.')}</p>}
      {ends.length > 0 ? (
        <EndForm code={code} onDone={onDone} ends={ends} isPlan={order.is_plan} />
      ) : (
        <p>
          {text(
            'The order has refunds, so it cannot be cancelled, and its money is disputed or missing, so it cannot be reinstated.',
          )}
        </p>
      )}
    </>
  );
}

function EndForm({
  code,
  onDone,
  ends,
  isPlan,
}: ProblemActionsProps & { ends: readonly SettledStatus[]; isPlan: boolean }) {
  const { text, translate } = useLanguage();
  const [chosen, setChosen] = useState<SettledStatus>('cancelled');
  // The order may change while the form is open.
  const to = ends.includes(chosen) ? chosen : ends[0]!;
  const [reason, setReason] = useState('');
  const preview = usePreview('order-settle-problem', { code, to, reason: reason.trim() });
  const buttonLabels: Record<SettledStatus, string> = {
    paid: text('Reinstate {code}', { code }),
    partial: isPlan ? text('Resume the payment plan of {code}', { code }) : text('Reinstate {code}', { code }),
    cancelled: text('Cancel {code}', { code }),
  };
  const options: Record<SettledStatus, { label: string; note: string }> = {
    cancelled: { label: text('Cancelled'), note: text('Its places go back on sale.') },
    paid: { label: text('Paid'), note: text('It has been paid in full.') },
    partial: {
      label: text('Partially paid'),
      note: isPlan
        ? text('Its payment plan continues. Overdue instalments become due in eight days.')
        : text('The rest stays outstanding.'),
    },
  };
  return (
    <PreviewedForm
      preview={preview}
      buttonLabel={buttonLabels[to]}
      done={text('The problem with {code} is settled.', { code })}
      isDanger={to === 'cancelled'}
      onDone={onDone}
    >
      <RadioCards
        id="problem-to"
        name="problem-to"
        legend={text('How should this be settled?')}
        value={to}
        options={ends.map((value) => ({ value, ...options[value] }))}
        onChange={({ currentTarget: { value } }) => setChosen(value as SettledStatus)}
      />
      <TextArea
        id="problem-reason"
        label={text('Reason')}
        optional
        hint={text('The audit log keeps this forever, so do not include any names.')}
        rows={2}
        value={reason}
        error={preview.errors.reason?.map(translate).join(' ')}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
    </PreviewedForm>
  );
}

/** Ends a charge of a saved card for which the provider did not respond. */
export function ChargeActions({ reference, onDone }: ActionsProps & { reference: string }) {
  const { text } = useLanguage();
  return (
    <NotedForm
      name="charge-end"
      about={{ reference }}
      label={text('What you found')}
      buttonLabel={text('Close charge {reference}', { reference })}
      done={text('Charge {reference} closed.', { reference })}
      onDone={onDone}
    >
      <p>
        {text(
          'Look up the charge at the provider. If it went through, the provider’s message will book it and you do not need to do anything. If it did not, close it here, and the customer can pay using the link they were emailed.',
        )}
      </p>
    </NotedForm>
  );
}

/** Records that money paid for an ended order was sent back. */
export function OwedActions({ code, owed, onDone }: ActionsProps & { code: string; owed: number }) {
  const { text, translate } = useLanguage();
  const settings = useShopSettings();
  const [changed, setChanged] = useState<string | null>(null);
  const typed = changed ?? amountIn(owed, settings);
  const [transaction, setTransaction] = useState('');
  const amount = amountFrom(typed, settings);
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
      buttonLabel={text('Book {amount} as sent back', { amount: sum })}
      done={text('{amount} booked as sent back.', { amount: sum })}
      onDone={onDone}
    >
      <p>{text('Send the money by bank transfer first, then record the transfer here.')}</p>
      <div className={styles.pair}>
        <Field
          id="owed-transaction"
          label={text('Bank transaction number')}
          hint={text('Each number can be booked only once.')}
          value={transaction}
          autoComplete="off"
          spellCheck={false}
          error={errorAt('transaction')}
          onChange={({ currentTarget: { value } }) => setTransaction(value)}
        />
        <AmountField
          id="owed-amount"
          label={text('Amount ({currency})', { currency: settings.currency })}
          value={typed}
          error={errorAt('amount')}
          onChange={setChanged}
        />
      </div>
    </PreviewedForm>
  );
}
