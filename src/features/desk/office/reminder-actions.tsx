import { useId, useState } from 'react';
import { useChange } from '#features/staff/office/public.tsx';
import { formatDay } from '#kernel/dates.ts';
import { daysAfter, edgeOfTypedDay, isoDay, localDay } from '#kernel/local-day.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
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
  const id = useId();
  const [typed, setTyped] = useState('');
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
  const later = (days: number) => isoDay(daysAfter(today, days));
  return (
    <form
      noValidate
      className={styles.ways}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== '') void changeReminder(typed);
      }}
    >
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
        <Field
          id={`${id}-day`}
          label={text('Remind on')}
          type="date"
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
        <Button type="submit" kind="secondary" busy={running !== null} unavailable={typed === ''}>
          {text('Remind on this day')}
        </Button>
      </div>
    </form>
  );
}
