import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './form-field.module.css';
import { ErrorIcon } from './icons.tsx';
import { useLanguage } from './language.ts';

/** Props of every labelled control. `useForm().field(name)` returns id, name, value, onChange and error. */
export interface FieldFrameProps {
  id: string;
  label: ReactNode;
  /** Shown below the label; unlike a placeholder it stays readable while typing. */
  hint?: ReactNode;
  error?: string;
  /** Adds "(optional)" to the label. */
  optional?: boolean;
  /** Shows the decorative required marker; the control itself is `required`. */
  marked?: boolean;
  className?: string;
}

export const hintId = (id: string): string => `${id}-hint`;
const errorId = (id: string): string => `${id}-error`;

/** Returns the ids of hint and error in reading order, for `aria-describedby`. */
export function describedBy(
  id: string,
  parts: { hint?: ReactNode; error?: string; more?: string },
): string | undefined {
  const ids = [parts.hint && hintId(id), parts.error && errorId(id), parts.more].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}

/** Has an icon, so that colour is not the only sign of an error. */
export function FieldError({ id, children }: { id: string; children: string }) {
  const { text } = useLanguage();
  return (
    <p id={errorId(id)} className={styles.error}>
      <ErrorIcon className={styles.errorIcon} />
      <span>
        <span className="visually-hidden">{text('Error:')} </span>
        {children}
      </span>
    </p>
  );
}

/** The error precedes the control, so that it is read before typing. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  optional,
  marked,
  className,
  children,
}: FieldFrameProps & { children: ReactNode }) {
  const { text } = useLanguage();
  return (
    <div className={classNames(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}> {text('(optional)')}</span>}
        {marked && (
          <span className={styles.marker} aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </label>
      {hint && (
        <div id={hintId(id)} className={styles.hint}>
          {hint}
        </div>
      )}
      {error && <FieldError id={id}>{error}</FieldError>}
      {children}
    </div>
  );
}
