import type { CheckedFieldProps } from '#browser/use-checked-form.ts';
import { dateFormat } from '#kernel/date-format.ts';
import { readTime, shownAt, splitMoment, typedMoments } from '#kernel/typed-moment.ts';
import { Field } from '../field.tsx';
import { useLanguage } from '../language.ts';
import { useShopSettings } from '../shop-settings.tsx';
import { DayField, useTypedDays } from './day-field.tsx';
import styles from './moment-fields.module.css';

interface TypedMoment {
  day: string;
  time: string;
}

/** Reads and checks moments typed as a day and a time of the shop's zone. */
export function useTypedMoments() {
  const { text } = useLanguage();
  const { timezone } = useShopSettings();
  const days = useTypedDays('future');
  const moments = ({ day, time }: TypedMoment) => typedMoments(days.read(day), time, timezone);
  const read = (typed: TypedMoment): Date | null => moments(typed)?.[0] ?? null;
  return {
    /** Returns the moment, the first one if the clocks show that time twice; null if there is none. */
    read,
    /** What is wrong with the day and with the time of a moment that has to be later than now. */
    problems: (typed: TypedMoment): { day: string | undefined; time: string | undefined } => {
      const found = moments(typed);
      const moment = read(typed);
      const isPast = moment !== null && moment <= new Date();
      return {
        day: days.problem(typed.day) ?? (isPast ? text('Please enter a day and time in the future.') : undefined),
        time:
          readTime(typed.time) === null
            ? text('Please enter a time, such as 9:30.')
            : found?.length === 0
              ? text('The clocks go forward then, so this time does not exist. Please choose another one.')
              : undefined,
      };
    },
    /** Notes about a typed moment: the clocks show its time twice, or the person's own clock shows another time. */
    notes: (typed: TypedMoment): string[] => {
      const [first, second] = moments(typed) ?? [];
      if (first === undefined) return [];
      const own = shownAt(first, Intl.DateTimeFormat().resolvedOptions().timeZone);
      const shown = shownAt(first, timezone);
      return [
        ...(second
          ? [
              text('The clocks go back then and show {time} twice. The first one counts: {zone}.', {
                time: shown.time,
                zone: zoneName(first, timezone),
              }),
            ]
          : []),
        ...(own.time === shown.time && own.day === shown.day ? [] : [text('{time} where you are', { time: own.time })]),
      ];
    },
  };
}

/** Such as CEST or GMT+2. */
const zoneName = (moment: Date, timezone: string): string =>
  dateFormat('en-GB', { timeZone: timezone, timeZoneName: 'short' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timezone;

interface MomentFieldsProps {
  dayLabel: string;
  timeLabel: string;
  day: CheckedFieldProps;
  time: CheckedFieldProps;
}

/**
 * A moment as a day and a time, with a note if the clocks change then. A day and a time pasted together into the first
 * field fill both.
 */
export function MomentFields({ dayLabel, timeLabel, day, time }: MomentFieldsProps) {
  const notes = useTypedMoments().notes({ day: day.value, time: time.value });
  const change: CheckedFieldProps['onChange'] = (event) => {
    const both = splitMoment(event.currentTarget.value);
    if (both === null) return day.onChange(event);
    day.onChange({ currentTarget: { value: both.day } });
    time.onChange({ currentTarget: { value: both.time } });
  };
  return (
    <div className={styles.moment}>
      <DayField label={dayLabel} {...day} onChange={change} />
      <Field label={timeLabel} inputMode="numeric" autoComplete="off" {...time} />
      <p role="status" className={styles.notes}>
        {notes.join(' ')}
      </p>
    </div>
  );
}
