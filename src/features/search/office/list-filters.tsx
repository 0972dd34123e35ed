import { useState } from 'react';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { SelectField } from '#ui/select-field.tsx';
import type { ChosenFilters } from './list-address.ts';

interface FilterProps {
  /** In the address. */
  name: string;
  label: string;
  filters: ChosenFilters;
}

/** Asks when it is left or Enter is pressed, not at every letter. */
export function TextFilter({ label, filters }: Omit<FilterProps, 'name'>) {
  const chosen = filters.typed('q');
  return <TypedText key={chosen} label={label} chosen={chosen} onChoose={(text) => filters.choose('q', text)} />;
}

interface TypedTextProps {
  label: string;
  chosen: string;
  onChoose: (text: string) => void;
}

function TypedText({ label, chosen, onChoose }: TypedTextProps) {
  const [typed, setTyped] = useState(chosen);
  const choose = () => {
    if (typed.trim() !== chosen) onChoose(typed.trim());
  };
  return (
    <Field
      id="filter-text"
      label={label}
      value={typed}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="search"
      onChange={({ currentTarget: { value } }) => setTyped(value)}
      onBlur={choose}
      onKeyDown={({ key }) => key === 'Enter' && choose()}
    />
  );
}

export function DayFilter({ name, label, filters: { typed, choose } }: FilterProps) {
  return (
    <Field
      id={`filter-${name}`}
      type="date"
      label={label}
      value={typed(name)}
      onChange={({ currentTarget: { value } }) => choose(name, value)}
    />
  );
}

interface ChoiceFilterProps extends FilterProps {
  options: readonly { value: string; label: string }[];
}

export function ChoiceFilter({ name, label, filters: { typed, choose }, options }: ChoiceFilterProps) {
  const { text } = useLanguage();
  return (
    <SelectField
      id={`filter-${name}`}
      label={label}
      value={typed(name)}
      options={[{ value: '', label: text('Any') }, ...options]}
      onChange={({ currentTarget: { value } }) => choose(name, value)}
    />
  );
}
