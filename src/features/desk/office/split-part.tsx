import { useState } from 'react';
import { PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { amountFrom, amountIn } from '#features/shop-config/domain/typed-amount.ts';
import { AmountField } from '#features/shop-config/office/public.tsx';
import { formatDate } from '#kernel/dates.ts';
import { formatMoney } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { LateParts } from './late-parts.tsx';
import type { OpenPart } from './part-menu.tsx';

interface SplitPartProps {
  part: OpenPart;
  onClose: () => void;
}

/** Splits a part into two, each with its own due date. */
export default function SplitPart({ part, onClose }: SplitPartProps) {
  const { text, translate } = useLanguage();
  const settings = useShopSettings();
  const missing = part.amount - part.paid_amount;
  const [changed, setChanged] = useState<string | null>(null);
  const typed = changed ?? amountIn(Math.floor(missing / 2), settings);
  const [firstDay, setFirstDay] = useState('');
  const [secondDay, setSecondDay] = useState('');
  const first = amountFrom(typed, settings);
  // Money already paid for the part stays with the first of the two.
  const amount = first === null ? null : first + part.paid_amount;
  const isComplete = amount !== null && secondDay !== '';
  const preview = usePreview(
    'part-split',
    isComplete ? { reference: part.reference, amount, first_day: firstDay, second_day: secondDay } : null,
  );
  const money = (sum: number) => formatMoney(sum, settings);
  const isBetween = first !== null && first < missing;
  const sums = isBetween ? { first: money(first), second: money(missing - first) } : null;
  const errorAt = (field: string) => preview.errors[field]?.map(translate).join(' ');
  return (
    <Dialog
      open
      onClose={onClose}
      keepOnBackdrop={isComplete}
      title={text('Split the instalment')}
      description={part.reference}
    >
      <PreviewedForm
        preview={preview}
        buttonLabel={sums ? text('Split into {first} and {second}', sums) : text('Split')}
        done={text('{reference} is split in two.', { reference: part.reference })}
        onDone={onClose}
        others={
          <Button kind="secondary" onClick={onClose}>
            {text('Keep it as it is')}
          </Button>
        }
      >
        <p>
          {text('{amount} is open, due on {date}.', {
            amount: money(missing),
            date: formatDate(part.due_at, settings),
          })}
        </p>
        <AmountField
          id="split-amount"
          label={text('First instalment ({currency})', { currency: settings.currency })}
          hint={sums ? text('The second is {amount}.', { amount: sums.second }) : undefined}
          value={typed}
          error={errorAt('amount')}
          onChange={setChanged}
        />
        <Field
          id="split-first-day"
          type="date"
          label={text('Due date of the first')}
          optional
          hint={text('Leave it empty to keep the date.')}
          value={firstDay}
          error={errorAt('first_day')}
          onChange={({ currentTarget: { value } }) => setFirstDay(value)}
        />
        <Field
          id="split-second-day"
          type="date"
          label={text('Due date of the second')}
          value={secondDay}
          error={errorAt('second_day')}
          onChange={({ currentTarget: { value } }) => setSecondDay(value)}
        />
        <LateParts late={preview.answer?.late ?? null} />
      </PreviewedForm>
    </Dialog>
  );
}
