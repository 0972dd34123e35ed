import type {
  ChangeEvent,
  FocusEvent,
  HTMLInputTypeAttribute,
  InputHTMLAttributes,
  KeyboardEvent,
  ReactNode,
  Ref,
} from 'react';
import { classNames } from './class-names.ts';
import controls from './control.module.css';
import { describedBy, FieldFrame, type FieldFrameProps } from './form-field.tsx';

export interface FieldProps extends FieldFrameProps {
  name?: string;
  value: string;
  onChange?: (event: ChangeEvent<HTMLInputElement>) => void;
  onFocus?: (event: FocusEvent<HTMLInputElement>) => void;
  onBlur?: () => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  /** Default: `text`. `number` is never used. */
  type?: HTMLInputTypeAttribute;
  autoComplete?: string;
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode'];
  autoCapitalize?: string;
  spellCheck?: boolean;
  enterKeyHint?: InputHTMLAttributes<HTMLInputElement>['enterKeyHint'];
  placeholder?: string;
  readOnly?: boolean;
  disabled?: boolean;
  required?: boolean;
  ref?: Ref<HTMLInputElement>;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
  /** Shown at the end of the control's row. */
  after?: ReactNode;
  controlClassName?: string;
}

/**
 * A field for one line of text. Type `email` sets the keyboard, capitalization and spelling attributes for addresses.
 */
export function Field({
  id,
  label,
  hint,
  error,
  optional,
  marked,
  className,
  type = 'text',
  after,
  controlClassName,
  'aria-describedby': wiring,
  'aria-invalid': invalid,
  ...input
}: FieldProps) {
  const email = type === 'email' ? { inputMode: 'email' as const, autoCapitalize: 'none', spellCheck: false } : {};
  return (
    <FieldFrame {...{ id, label, hint, error, optional, marked, className }}>
      <input
        {...email}
        {...input}
        id={id}
        type={type}
        className={classNames(controls.control, controlClassName)}
        aria-describedby={describedBy(id, { hint, error, more: withoutOwn(id, wiring) })}
        aria-invalid={error || invalid ? true : undefined}
      />
      {after}
    </FieldFrame>
  );
}

/** Removes the field's own hint and error ids, which the form hook adds, from the caller's `aria-describedby`. */
export function withoutOwn(id: string, wiring: string | undefined): string | undefined {
  const others = wiring?.split(' ').filter((part) => part !== `${id}-error` && part !== `${id}-hint`);
  return others && others.length > 0 ? others.join(' ') : undefined;
}
