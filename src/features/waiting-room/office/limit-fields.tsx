import { type OfficeForm, TheirValue } from '#features/staff/office/public.tsx';
import type { Language } from '#kernel/language.ts';
import type { Problem } from '#kernel/problem.ts';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { LIMIT_RANGES } from '../domain/room.ts';
import styles from './waiting-rooms.module.css';

/** The limits as typed. */
export interface LimitValues {
  max_per_minute: string;
  max_inside: string;
  minutes_inside: string;
}

const ranges = {
  max_per_minute: LIMIT_RANGES.maxPerMinute,
  max_inside: LIMIT_RANGES.maxInside,
  minutes_inside: LIMIT_RANGES.minutesInside,
} as const satisfies Record<keyof LimitValues, readonly [number, number]>;

export const limitNames = Object.keys(ranges) as (keyof LimitValues)[];

const numberOf = (typed: string): number => (/^\d{1,9}$/.test(typed.trim()) ? Number(typed) : Number.NaN);

export const typedLimits = (limits: Record<keyof LimitValues, number>): LimitValues => ({
  max_per_minute: String(limits.max_per_minute),
  max_inside: String(limits.max_inside),
  minutes_inside: String(limits.minutes_inside),
});

export const limitsOf = (values: LimitValues): Record<keyof LimitValues, number> => ({
  max_per_minute: numberOf(values.max_per_minute),
  max_inside: numberOf(values.max_inside),
  minutes_inside: numberOf(values.minutes_inside),
});

export const limitProblems = (values: LimitValues, { text }: Language): Problem<keyof LimitValues>[] =>
  limitNames.flatMap((field) => {
    const [min, max] = ranges[field];
    const number = numberOf(values[field]);
    if (number >= min && number <= max) return [];
    return [{ field, message: text('Please enter a number from {min} to {max}.', { min, max }) }];
  });

export function LimitFields({ form }: { form: Pick<OfficeForm<LimitValues>, 'field' | 'setValue' | 'theirs'> }) {
  const { text } = useLanguage();
  const their = (name: keyof LimitValues) => {
    const value = form.theirs(name);
    return <TheirValue value={value} onUse={() => form.setValue(name, value!)} />;
  };
  return (
    <div className={styles.fields}>
      <Field
        label={text('People called per minute, at most')}
        hint={text('The shop calls fewer by itself while it is overloaded.')}
        inputMode="numeric"
        autoComplete="off"
        {...form.field('max_per_minute')}
      />
      {their('max_per_minute')}
      <Field
        label={text('People buying at once, at most')}
        hint={text('While this many are inside, nobody is called.')}
        inputMode="numeric"
        autoComplete="off"
        {...form.field('max_inside')}
      />
      {their('max_inside')}
      <Field
        label={text('Minutes to put the first item in the cart')}
        hint={text('Counted from entering.')}
        inputMode="numeric"
        autoComplete="off"
        {...form.field('minutes_inside')}
      />
      {their('minutes_inside')}
    </div>
  );
}
