import { useState } from 'react';
import { areReversed } from '#kernel/typed-day.ts';
import { useLanguage } from '../language.ts';
import { DayField, useTypedDays } from './day-field.tsx';

type Edge = 'from' | 'until';

interface FilterDaysProps {
  /** Begins the ids of both fields. */
  id: string;
  labels: Readonly<Record<Edge, string>>;
  /** Days such as `2027-07-22`, or empty. */
  values: Readonly<Record<Edge, string>>;
  /** The days may be in the future, so one without a year is the next such day. */
  isAhead?: boolean;
  /** Called when a field is left with another day in it, or without one. */
  onDay: (edge: Edge, day: string) => void;
}

/** The first and the last day that a list or a report is filtered by, each as soon as it is complete. */
export function FilterDays({ id, labels, values, isAhead = false, onDay }: FilterDaysProps) {
  const { text } = useLanguage();
  const reversed = areReversed(values) ? text('The first day is after the last day.') : undefined;
  return (['from', 'until'] as const).map((edge) => (
    <FilterDay
      key={`${edge} ${values[edge]}`}
      id={`${id}-${edge}`}
      label={labels[edge]}
      value={values[edge]}
      isAhead={isAhead}
      problem={edge === 'until' ? reversed : undefined}
      onDay={(day) => onDay(edge, day)}
    />
  ));
}

interface FilterDayProps {
  id: string;
  label: string;
  value: string;
  isAhead: boolean;
  /** What is wrong with the chosen day. */
  problem: string | undefined;
  onDay: (day: string) => void;
}

function FilterDay({ id, label, value, isAhead, problem, onDay }: FilterDayProps) {
  const days = useTypedDays(isAhead ? 'future' : 'past');
  const [typed, setTyped] = useState(value);
  const [isLeft, setLeft] = useState(false);
  const set = (text: string) => {
    setTyped(text);
    const isWritten = /^\d{4}-\d{2}-\d{2}$/.test(text) && days.read(text) === text;
    if (text !== value && (isWritten || text === '')) onDay(text);
  };
  const error =
    (isLeft ? days.problem(typed, { isOptional: true }) : undefined) ?? (typed === value ? problem : undefined);
  return (
    <DayField
      id={id}
      name={id}
      label={label}
      isPast={!isAhead}
      value={typed}
      error={error}
      aria-invalid={error ? true : undefined}
      aria-describedby={undefined}
      onChange={({ currentTarget }) => {
        setLeft(false);
        set(currentTarget.value);
      }}
      onBlur={() => setLeft(true)}
    />
  );
}
