import { useId, useRef } from 'react';
import type { CheckedFieldProps } from '#browser/use-checked-form.ts';
import { formatDay, zoneCity } from '#kernel/dates.ts';
import { edgeOfTypedDay, localDay } from '#kernel/local-day.ts';
import { readDay } from '#kernel/typed-day.ts';
import { Field, type FieldProps } from '../field.tsx';
import { useLanguage } from '../language.ts';
import { useShopSettings } from '../shop-settings.tsx';
import styles from './day-field.module.css';
import { CalendarIcon } from './icons.tsx';

/** Reads and checks days as people type them. */
export function useTypedDays() {
  const { text } = useLanguage();
  const { locale, timezone } = useShopSettings();
  const read = (typed: string) => readDay(typed, { today: localDay(new Date(), timezone), locale });
  return {
    /** Returns `2027-07-22`, or null if the text is not a day. */
    read,
    /** What is wrong with a typed day; undefined if nothing is. */
    problem: (typed: string, { isOptional = false } = {}): string | undefined => {
      if (typed.trim() === '') return isOptional ? undefined : text('Please enter a day.');
      return read(typed) === null ? text('Please enter a day, such as 22.7.2027 or 2027-07-22.') : undefined;
    },
  };
}

interface DayFieldProps extends CheckedFieldProps, Pick<FieldProps, 'label' | 'hint' | 'optional' | 'className'> {}

/**
 * A day of the shop, typed in the usual ways or picked. The line below the field shows the weekday and the time zone.
 * Once the field is left, its value is `2027-07-22`.
 */
export function DayField({ onChange, onBlur, ...field }: DayFieldProps) {
  const { text } = useLanguage();
  const settings = useShopSettings();
  const { read } = useTypedDays();
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
