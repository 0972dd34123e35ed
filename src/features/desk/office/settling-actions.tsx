import type { OfficeAnswer } from '#browser/office-calls.ts';
import { problemsOf } from '#browser/problems-of.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { NotedForm, PreviewedForm, usePreviewedForm } from '#features/previews/office/public.tsx';
import { amountFrom } from '#features/shop-config/domain/typed-amount.ts';
import { AmountField } from '#features/shop-config/office/public.tsx';
import { typedAmountSentence } from '#features/shop-config/words/staff/amount-sentence.ts';
import { AuditReason } from '#features/staff/office/public.tsx';
import { formatMoney } from '#kernel/money.ts';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { QueryState } from '#ui/office/query-state.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { possibleSettledStatuses, type SettledStatus } from '../domain/settled-status.ts';
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
      {(order) => <SettleProblem {...props} order={order} />}
    </QueryState>
  );
}

function SettleProblem({ code, onDone, order }: ProblemActionsProps & { order: OfficeAnswer<'order-open'> }) {
  const { text } = useLanguage();
  const { total, paid, is_disputed: isDisputed, refunds } = order;
  const statuses = possibleSettledStatuses({ total, paid, isDisputed, hasRefunds: refunds.length > 0 });
  return (
    <>
      {isDisputed && <p>{text('Until the dispute is decided, the order can be cancelled but not reinstated.')}</p>}
      {statuses.length > 0 ? (
        <SettleProblemForm code={code} onDone={onDone} statuses={statuses} isPlan={order.is_plan} />
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

function SettleProblemForm({
  code,
  onDone,
  statuses,
  isPlan,
}: ProblemActionsProps & { statuses: readonly SettledStatus[]; isPlan: boolean }) {
  const { text } = useLanguage();
  // The order may change while the form is open.
  const statusIn = (typed: string): SettledStatus => statuses.find((one) => one === typed) ?? statuses[0]!;
  const form = usePreviewedForm({
    call: 'order-settle-problem',
    keptAs: `problem.${code}`,
    initial: { to: 'cancelled', reason: '' },
    validate: () => [],
    request: ({ to, reason }) => ({ code, to: statusIn(to), reason: reason.trim() }),
  });
  const to = statusIn(form.values.to);
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
      form={form}
      buttonLabel={buttonLabels[to]}
      done={text('The problem with {code} is settled.', { code })}
      isDanger={to === 'cancelled'}
      onDone={onDone}
    >
      <RadioCards
        legend={text('How should this be settled?')}
        options={statuses.map((value) => ({ value, ...options[value] }))}
        {...form.field('to')}
        value={to}
      />
      <AuditReason optional {...form.field('reason')} />
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
  const language = useLanguage();
  const { text } = language;
  const settings = useShopSettings();
  const limits = { minimum: 1, maximum: owed };
  const form = usePreviewedForm({
    call: 'order-return-owed',
    keptAs: `owed.${code}`,
    initial: { transaction: '', amount: formatMoney(owed, settings) },
    validate: ({ transaction, amount }) =>
      problemsOf({
        transaction: transaction.trim() === '' ? text('Please enter the bank’s transaction number.') : undefined,
        amount: typedAmountSentence(language, amount, { shop: settings, limits }),
      }),
    request: ({ transaction, amount }) => ({
      code,
      amount: amountFrom(amount, settings) ?? 0,
      transaction: transaction.trim(),
    }),
  });
  const amount = amountFrom(form.values.amount, settings);
  const sum = amount === null ? '' : formatMoney(amount, settings);
  return (
    <PreviewedForm
      form={form}
      buttonLabel={text('Book {amount} as sent back', { amount: sum })}
      done={text('{amount} booked as sent back.', { amount: sum })}
      onDone={onDone}
    >
      <p>{text('Send the money by bank transfer first, then record the transfer here.')}</p>
      <div className={styles.pair}>
        <Field
          label={text('Bank transaction number')}
          hint={text('Each number can be booked only once.')}
          autoComplete="off"
          spellCheck={false}
          {...form.field('transaction')}
        />
        <AmountField label={text('Amount ({currency})', { currency: settings.currency })} {...form.field('amount')} />
      </div>
    </PreviewedForm>
  );
}
