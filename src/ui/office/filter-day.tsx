import { useState } from 'react';
import { DayField, useTypedDays } from './day-field.tsx';

interface FilterDayProps {
  id: string;
  label: string;
  /** `2027-07-22`, or empty. */
  value: string;
  /** Called when the field is left with another day in it, or without one. */
  onDay: (day: string) => void;
  className?: string;
}

/** A day that a list or a report is filtered by, as soon as it is complete. */
export const FilterDay = (props: FilterDayProps) => <Typed key={props.value} {...props} />;

function Typed({ id, label, value, onDay, className }: FilterDayProps) {
  const days = useTypedDays();
  const [typed, setTyped] = useState(value);
  const [isLeft, setLeft] = useState(false);
  const set = (text: string) => {
    setTyped(text);
    const isWritten = /^\d{4}-\d{2}-\d{2}$/.test(text) && days.read(text) === text;
    if (text !== value && (isWritten || text === '')) onDay(text);
  };
  const error = isLeft ? days.problem(typed, { isOptional: true }) : undefined;
  return (
    <DayField
      id={id}
      name={id}
      label={label}
      className={className}
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
