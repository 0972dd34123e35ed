import type { ChangeEvent, Ref } from 'react';
import { classNames } from './class-names.ts';
import controls from './control.module.css';
import { withoutOwn } from './field.tsx';
import { describedBy, FieldFrame, type FieldFrameProps } from './form-field.tsx';
import styles from './text-area.module.css';

export interface TextAreaProps extends FieldFrameProps {
  name?: string;
  value: string;
  onChange?: (event: ChangeEvent<HTMLTextAreaElement>) => void;
  /** Initial lines; the area grows with the text where browsers support it. */
  rows?: number;
  autoComplete?: string;
  disabled?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}

export function TextArea({
  id,
  label,
  hint,
  error,
  optional,
  marked,
  className,
  rows = 3,
  autoComplete = 'off',
  'aria-describedby': wiring,
  'aria-invalid': invalid,
  ...area
}: TextAreaProps) {
  return (
    <FieldFrame {...{ id, label, hint, error, optional, marked, className }}>
      <textarea
        {...area}
        id={id}
        rows={rows}
        autoComplete={autoComplete}
        className={classNames(controls.control, styles.area)}
        aria-describedby={describedBy(id, { hint, error, more: withoutOwn(id, wiring) })}
        aria-invalid={error || invalid ? true : undefined}
      />
    </FieldFrame>
  );
}
