import { useId, useRef } from 'react';
import type { CheckedFieldProps } from '#browser/use-checked-form.ts';
import { dateFormat } from '#kernel/date-format.ts';
import { formatDay, zoneCity } from '#kernel/dates.ts';
import { daysAfter, edgeOfTypedDay, isoDay, localDay } from '#kernel/local-day.ts';
import { type DayDirection, endOfTypedMonth, readDay, type WrittenDay } from '#kernel/typed-day.ts';
import { Field, type FieldProps } from '../field.tsx';
import { useLanguage } from '../language.ts';
import { useShopSettings } from '../shop-settings.tsx';
import styles from './day-field.module.css';
import { CalendarIcon } from './icons.tsx';

/** Reads and checks days as people type them. `direction` decides the year of a day that is typed without one. */
export function useTypedDays(direction: DayDirection) {
  const { text } = useLanguage();
  const { locale, timezone } = useShopSettings();
  const today = localDay(new Date(), timezone);
  const read = (typed: string) => readDay(typed, { today, locale, direction });
  return {
    /** Returns `2027-07-22`, or null if the text is not a day. */
    read,
    /** What is wrong with a typed day; undefined if nothing is. */
    problem: (typed: string, { isOptional = false } = {}): string | undefined => {
      if (typed.trim() === '') return isOptional ? undefined : text('Please enter a day.');
      if (read(typed) !== null) return undefined;
      const end = endOfTypedMonth(typed, locale);
      if (end) return text('{month} has only {count} days.', { month: monthText(end, locale), count: end.day });
      const { year, month, day } = daysAfter(today, direction === 'past' ? -EXAMPLE_DAYS : EXAMPLE_DAYS);
      const example = { short: `${day}.${month}.${year}`, iso: isoDay({ year, month, day }) };
      return text('Please enter a day, such as {short} or {iso}.', example);
    },
  };
}

/** How far the day of an example is from today. */
const EXAMPLE_DAYS = 7;

/** Such as November 2026, or November without a year. */
function monthText({ year, month }: WrittenDay, locale: string): string {
  const format = { month: 'long', timeZone: 'UTC', ...(year !== null && { year: 'numeric' as const }) } as const;
  return dateFormat(locale === 'en' ? 'en-GB' : locale, format).format(Date.UTC(year ?? 2028, month - 1, 15));
}

interface DayFieldProps extends CheckedFieldProps, Pick<FieldProps, 'label' | 'hint' | 'optional' | 'className'> {
  /** A day without a year is the latest one up to today, instead of the next one. */
  isPast?: boolean;
}

/**
 * A day of the shop, typed in the usual ways or picked. The line below the field shows the weekday and the time zone.
 * Once the field is left, its value is `2027-07-22`.
 */
export function DayField({ isPast = false, onChange, onBlur, ...field }: DayFieldProps) {
  const { text } = useLanguage();
  const settings = useShopSettings();
  const { read } = useTypedDays(isPast ? 'past' : 'future');
  const readId = useId();
  const isTyped = useRef(false);
  const picker = useRef<HTMLInputElement>(null);
  const day = read(field.value);
  const moment = day && edgeOfTypedDay(day, settings.timezone, 0);
  const set = (value: string) => onChange({ currentTarget: { value } });
  const leave = () => {
    if (isTyped.current && day !== null && day !== field.value) set(day);
    isTyped.current = false;
    onBlur();
  };
  return (
    <Field
      {...field}
      autoComplete="off"
      spellCheck={false}
      controlClassName={styles.control}
      aria-describedby={[field['aria-describedby'], readId].filter(Boolean).join(' ')}
      onChange={(event) => {
        isTyped.current = true;
        onChange(event);
      }}
      onBlur={leave}
      onKeyDown={({ key }) => {
        if (key === 'Enter') leave();
      }}
      after={
        <>
          <span className={styles.pick}>
            <button type="button" aria-label={text('Choose a day')} onClick={() => picker.current?.showPicker()}>
              <CalendarIcon size={20} />
            </button>
            <input
              ref={picker}
              type="date"
              tabIndex={-1}
              aria-hidden="true"
              value={day ?? ''}
              onChange={({ currentTarget: { value } }) => set(value)}
            />
          </span>
          <p id={readId} className={styles.read}>
            {moment &&
              text('{day}, {city} time', {
                day: formatDay(moment, settings, { year: true }),
                city: zoneCity(settings.timezone),
              })}
          </p>
        </>
      }
    />
  );
}
