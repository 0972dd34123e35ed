import { problemsOf } from '#browser/problems-of.ts';
import { splitLimits } from '#features/orders/domain/split-limits.ts';
import { PreviewedForm, usePreviewedForm } from '#features/previews/office/public.tsx';
import { amountFrom, isWithin } from '#features/shop-config/domain/typed-amount.ts';
import { AmountField } from '#features/shop-config/office/public.tsx';
import { typedAmountSentence } from '#features/shop-config/words/staff/amount-sentence.ts';
import { formatDate } from '#kernel/dates.ts';
import { formatMoney } from '#kernel/money.ts';
import { useLanguage } from '#ui/language.ts';
import { DayField, useTypedDays } from '#ui/office/day-field.tsx';
import { CancelButton, FormDialog } from '#ui/office/form-dialog.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import type { ShownInstalment } from './instalment-menu.tsx';
import { LateInstalmentsWarning } from './late-instalments-warning.tsx';

interface SplitInstalmentProps {
  instalment: ShownInstalment;
  onClose: () => void;
}

/** Splits an instalment into two, each with its own due date. */
export default function SplitInstalment({ instalment, onClose }: SplitInstalmentProps) {
  const language = useLanguage();
  const { text } = language;
  const settings = useShopSettings();
  const days = useTypedDays('future');
  const { paid_amount: paid, reference } = instalment;
  const missing = instalment.amount - paid;
  // Money already paid for the instalment stays with the first of the two.
  const ofInstalment = splitLimits({ amount: instalment.amount, paidAmount: paid });
  const limits = { minimum: ofInstalment.minimum - paid, maximum: ofInstalment.maximum - paid };
  const form = usePreviewedForm({
    call: 'instalment-split',
    keptAs: `split.${reference}`,
    initial: { amount: formatMoney(Math.floor(missing / 2), settings), firstDay: '', secondDay: '' },
    validate: (typed) => {
      const problems = {
        amount: typedAmountSentence(language, typed.amount, { shop: settings, limits }),
        firstDay: days.problem(typed.firstDay, { isOptional: true }),
        secondDay: days.problem(typed.secondDay),
      };
      return problemsOf(problems);
    },
    request: ({ amount, firstDay, secondDay }) => ({
      reference,
      amount: (amountFrom(amount, settings) ?? 0) + paid,
      first_day: days.read(firstDay) ?? '',
      second_day: days.read(secondDay) ?? '',
    }),
    serverField: (name) =>
      name === 'first_day'
        ? 'firstDay'
        : name === 'second_day'
          ? 'secondDay'
          : name === 'amount'
            ? 'amount'
            : undefined,
  });
  const money = (sum: number) => formatMoney(sum, settings);
  const first = amountFrom(form.values.amount, settings);
  const sums =
    first !== null && isWithin(first, limits) ? { first: money(first), second: money(missing - first) } : null;
  return (
    <FormDialog
      name={`split.${reference}`}
      onClose={onClose}
      title={text('Split the instalment')}
      description={reference}
    >
      <PreviewedForm
        form={form}
        buttonLabel={sums ? text('Split into {first} and {second}', sums) : text('Split')}
        done={text('{reference} is split in two.', { reference })}
        onDone={onClose}
        others={<CancelButton onClose={onClose}>{text('Keep it as it is')}</CancelButton>}
      >
        <p>
          {text('{amount} is outstanding, due on {date}.', {
            amount: money(missing),
            date: formatDate(instalment.due_at, settings),
          })}
        </p>
        <AmountField
          label={text('First instalment ({currency})', { currency: settings.currency })}
          hint={sums ? text('The second is {amount}.', { amount: sums.second }) : undefined}
          {...form.field('amount')}
        />
        <DayField
          label={text('Due date of the first')}
          optional
          hint={text('Leave it empty to keep the date.')}
          {...form.field('firstDay')}
        />
        <DayField label={text('Due date of the second')} {...form.field('secondDay')} />
        <LateInstalmentsWarning late={form.preview.answer?.late ?? null} />
      </PreviewedForm>
    </FormDialog>
  );
}
