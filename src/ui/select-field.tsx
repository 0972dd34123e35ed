import type { ChangeEvent, Ref } from 'react';
import { classNames } from './class-names.ts';
import controls from './control.module.css';
import { withoutOwn } from './field.tsx';
import { describedBy, FieldFrame, type FieldFrameProps } from './form-field.tsx';
import { ChevronIcon } from './icons.tsx';
import styles from './select-field.module.css';

interface SelectOption {
  value: string;
  /** Must include a count or "(Sold out)", because screen readers read only this. */
  label: string;
  disabled?: boolean;
}

export interface SelectFieldProps extends FieldFrameProps {
  name?: string;
  value: string;
  onChange?: (event: ChangeEvent<HTMLSelectElement>) => void;
  options: readonly SelectOption[];
  /** Text of a first option with an empty value, such as 'Select age'. */
  placeholder?: string;
  required?: boolean;
  disabled?: boolean;
  autoComplete?: string;
  /** Whether the label is visually hidden, for filters whose first option repeats it. */
  labelHidden?: boolean;
  ref?: Ref<HTMLSelectElement>;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}

/** A native select, because phones show their picker and autofill works. */
export function SelectField({
  id,
  label,
  hint,
  error,
  optional,
  marked,
  className,
  options,
  placeholder,
  required,
  labelHidden,
  'aria-describedby': wiring,
  'aria-invalid': invalid,
  ...select
}: SelectFieldProps) {
  return (
    <FieldFrame
      id={id}
      label={labelHidden ? <span className="visually-hidden">{label}</span> : label}
      hint={hint}
      error={error}
      optional={optional}
      marked={marked ?? required}
      className={classNames(className, labelHidden && styles.bare)}
    >
      <span className={styles.frame}>
        <select
          {...select}
          id={id}
          className={classNames(controls.control, styles.select, select.value === '' && styles.empty)}
          aria-required={required || undefined}
          aria-describedby={describedBy(id, { hint, error, more: withoutOwn(id, wiring) })}
          aria-invalid={error || invalid ? true : undefined}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronIcon className={styles.chevron} size={18} />
      </span>
    </FieldFrame>
  );
}
