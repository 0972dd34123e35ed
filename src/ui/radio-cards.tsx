import type { ChangeEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { describedBy, FieldError, hintId } from './form-field.tsx';
import styles from './radio-cards.module.css';

interface RadioCardOption {
  value: string;
  label: ReactNode;
  /** The consequence of this choice. */
  note?: ReactNode;
  disabled?: boolean;
}

export interface RadioCardsProps {
  /** The group's id; each radio's is `<id>-<value>`. The error summary links to the group. */
  id: string;
  name: string;
  legend: ReactNode;
  legendHidden?: boolean;
  value: string;
  onChange?: (event: ChangeEvent<HTMLInputElement>) => void;
  options: readonly RadioCardOption[];
  hint?: ReactNode;
  error?: string;
  className?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}

export function RadioCards({
  id,
  name,
  legend,
  legendHidden,
  value,
  onChange,
  options,
  hint,
  error,
  className,
}: RadioCardsProps) {
  return (
    <fieldset
      id={id}
      className={classNames(styles.group, className)}
      aria-describedby={describedBy(id, { hint, error })}
    >
      <legend className={legendHidden ? 'visually-hidden' : styles.legend}>{legend}</legend>
      {hint && (
        <div id={hintId(id)} className={styles.hint}>
          {hint}
        </div>
      )}
      {error && <FieldError id={id}>{error}</FieldError>}
      <div className={styles.cards}>
        {options.map((option) => {
          const optionId = `${id}-${option.value}`;
          return (
            <label key={option.value} className={styles.card} htmlFor={optionId}>
              <input
                type="radio"
                id={optionId}
                name={name}
                value={option.value}
                checked={value === option.value}
                onChange={onChange}
                disabled={option.disabled}
                className={styles.dot}
                aria-labelledby={`${optionId}-label`}
                aria-describedby={option.note ? `${optionId}-note` : undefined}
                aria-invalid={error ? true : undefined}
              />
              <span className={styles.words}>
                <span id={`${optionId}-label`} className={styles.label}>
                  {option.label}
                </span>
                {option.note && (
                  <span id={`${optionId}-note`} className={styles.note}>
                    {option.note}
                  </span>
                )}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
