import type { ChangeEvent, ReactNode, Ref } from 'react';
import styles from './checkbox.module.css';
import { classNames } from './class-names.ts';
import { withoutOwn } from './field.tsx';
import { describedBy, FieldError, hintId } from './form-field.tsx';

export interface CheckboxProps {
  id: string;
  name?: string;
  checked: boolean;
  onChange?: (event: ChangeEvent<HTMLInputElement>) => void;
  /** The complete label of the box. It may contain a link. */
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  disabled?: boolean;
  /** Shown at the end of the row, such as an amount. */
  aside?: ReactNode;
  className?: string;
  value?: string;
  ref?: Ref<HTMLInputElement>;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}

/** A checkbox whose entire row, 44 px high, is the target. */
export function Checkbox({
  id,
  label,
  hint,
  error,
  aside,
  className,
  'aria-describedby': otherIds,
  'aria-invalid': invalid,
  ...input
}: CheckboxProps) {
  return (
    <div className={classNames(styles.field, className)}>
      {error && <FieldError id={id}>{error}</FieldError>}
      <div className={styles.row}>
        <input
          {...input}
          type="checkbox"
          id={id}
          className={styles.box}
          aria-describedby={describedBy(id, { hint, error, more: withoutOwn(id, otherIds) })}
          aria-invalid={error || invalid ? true : undefined}
        />
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        {aside && <span className={styles.aside}>{aside}</span>}
      </div>
      {hint && (
        <div id={hintId(id)} className={styles.hint}>
          {hint}
        </div>
      )}
    </div>
  );
}
