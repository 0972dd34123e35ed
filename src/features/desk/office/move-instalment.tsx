import { problemsOf } from '#browser/problems-of.ts';
import { PreviewedForm, usePreviewedForm } from '#features/previews/office/public.tsx';
import { formatDate, formatDay } from '#kernel/dates.ts';
import { edgeOfTypedDay } from '#kernel/local-day.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { useLanguage } from '#ui/language.ts';
import { DayField, useTypedDays } from '#ui/office/day-field.tsx';
import { CancelButton, FormDialog } from '#ui/office/form-dialog.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import type { ShownInstalment } from './instalment-menu.tsx';
import { LateInstalmentsWarning } from './late-instalments-warning.tsx';

interface MoveInstalmentProps {
  instalment: ShownInstalment;
  hasLater: boolean;
  onClose: () => void;
}

/** Moves the due date of an instalment. */
export default function MoveInstalment({
  instalment: { reference, due_at: dueAt },
  hasLater,
  onClose,
}: MoveInstalmentProps) {
  const { text } = useLanguage();
  const settings = useShopSettings();
  const days = useTypedDays('future');
  const form = usePreviewedForm({
    call: 'instalment-move',
    keptAs: `move.${reference}`,
    initial: { day: '', movesLater: false },
    validate: ({ day }) => problemsOf({ day: days.problem(day) }),
    request: ({ day, movesLater }) => ({ reference, day: days.read(day) ?? '', moves_later: movesLater }),
  });
  const { values, preview } = form;
  const moment = edgeOfTypedDay(days.read(values.day), settings.timezone, 0);
  const shown = moment ? formatDay(moment, settings, { year: true }) : '';
  return (
    <FormDialog name={`move.${reference}`} onClose={onClose} title={text('Move the due date')} description={reference}>
      <PreviewedForm
        form={form}
        buttonLabel={shown === '' || preview.errors.day ? text('Move') : text('Move to {day}', { day: shown })}
        done={text('{reference} is due on {day}.', { reference, day: shown })}
        onDone={onClose}
        others={<CancelButton onClose={onClose}>{text('Keep the date')}</CancelButton>}
      >
        <p>{text('Currently due on {date}.', { date: formatDate(dueAt, settings) })}</p>
        <DayField
          label={text('New due date')}
          hint={text('Its reminders are sent around the new date.')}
          {...form.field('day')}
        />
        {hasLater && (
          <Checkbox
            label={text('Move the later instalments by the same number of days')}
            {...form.checkbox('movesLater')}
          />
        )}
        <LateInstalmentsWarning late={preview.answer?.late ?? null} />
      </PreviewedForm>
    </FormDialog>
  );
}
