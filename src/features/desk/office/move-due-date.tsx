import { problemsOf } from '#browser/problems-of.ts';
import { PreviewedForm, usePreviewedForm } from '#features/previews/office/public.tsx';
import { formatDate, formatDay } from '#kernel/dates.ts';
import { edgeOfTypedDay } from '#kernel/local-day.ts';
import { useLanguage } from '#ui/language.ts';
import { DayField, useTypedDays } from '#ui/office/day-field.tsx';
import { CancelButton, FormDialog } from '#ui/office/form-dialog.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';

interface MoveDueDateProps {
  /** The order's code. */
  code: string;
  dueAt: string;
  onClose: () => void;
}

/** Moves the due date of an order that waits for its first transfer. */
export default function MoveDueDate({ code, dueAt, onClose }: MoveDueDateProps) {
  const { text } = useLanguage();
  const settings = useShopSettings();
  const days = useTypedDays('future');
  const form = usePreviewedForm({
    call: 'order-move-due-date',
    keptAs: `due.${code}`,
    initial: { day: '' },
    validate: ({ day }) => problemsOf({ day: days.problem(day) }),
    request: ({ day }) => ({ code, day: days.read(day) ?? '' }),
  });
  const moment = edgeOfTypedDay(days.read(form.values.day), settings.timezone, 0);
  const shown = moment ? formatDay(moment, settings, { year: true }) : '';
  return (
    <FormDialog name="due" onClose={onClose} title={text('Move the due date')} description={code}>
      <PreviewedForm
        form={form}
        buttonLabel={shown === '' || form.preview.errors.day ? text('Move') : text('Move to {day}', { day: shown })}
        done={text('{reference} is due on {day}.', { reference: code, day: shown })}
        onDone={onClose}
        others={<CancelButton onClose={onClose}>{text('Keep the date')}</CancelButton>}
      >
        <p>{text('Currently due on {date}.', { date: formatDate(dueAt, settings) })}</p>
        <DayField
          label={text('New due date')}
          hint={text('The items are held for a few more days, in case the transfer arrives late.')}
          {...form.field('day')}
        />
      </PreviewedForm>
    </FormDialog>
  );
}
