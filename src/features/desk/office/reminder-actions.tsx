import { problemsOf } from '#browser/problems-of.ts';
import { useChange, useOfficeForm } from '#features/staff/office/public.tsx';
import { formatDay } from '#kernel/dates.ts';
import { daysAfter, edgeOfTypedDay, isoDay, localDay } from '#kernel/local-day.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { DayField, useTypedDays } from '#ui/office/day-field.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { toast } from '#ui/toast.tsx';
import styles from './reminder-actions.module.css';

interface ReminderActionsProps {
  code: string;
  note: number;
  /** Such as 2027-07-12; empty if there is no reminder yet. */
  was: string;
  onDone: () => void;
}

/** Buttons that set or move a note's reminder, or mark it as done. */
export default function ReminderActions({ code, note, was, onDone }: ReminderActionsProps) {
  const { text, translate } = useLanguage();
  const settings = useShopSettings();
  const days = useTypedDays('future');
  const { running, failure, run } = useChange();
  const today = localDay(new Date(), settings.timezone);
  const changeReminder = async (day: string) => {
    const done = await run('order-reminder-set', { code, note, was, remind_on: day });
    if (!done) return;
    toast(
      day === ''
        ? text('Reminder done.')
        : text('You will be reminded on {day}.', {
            day: formatDay(edgeOfTypedDay(day, settings.timezone, 0) ?? new Date(), settings),
          }),
    );
    onDone();
  };
  const later = (count: number) => isoDay(daysAfter(today, count));
  const form = useOfficeForm({
    initial: { day: '' },
    validate: ({ day }) => problemsOf({ day: days.problem(day) }),
    submit: async ({ day }) => changeReminder(days.read(day) ?? ''),
  });
  return (
    <form noValidate className={styles.ways} onSubmit={form.onSubmit}>
      {failure !== null && (
        <Notice tone="warn" small role="status">
          {translate(failure)}
        </Notice>
      )}
      <div className={styles.buttons}>
        {was !== '' && (
          <Button busy={running !== null} onClick={() => void changeReminder('')}>
            {text('Done')}
          </Button>
        )}
        <Button kind="secondary" busy={running !== null} onClick={() => void changeReminder(later(1))}>
          {text('Tomorrow')}
        </Button>
        <Button kind="secondary" busy={running !== null} onClick={() => void changeReminder(later(7))}>
          {text('In a week')}
        </Button>
      </div>
      <div className={styles.day}>
        <DayField label={text('Remind on')} {...form.field('day')} />
        <Button type="submit" kind="secondary" busy={running !== null}>
          {text('Remind on this day')}
        </Button>
      </div>
    </form>
  );
}
