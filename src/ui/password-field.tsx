import { useEffect, useRef, useState } from 'react';
import { Field, type FieldProps } from './field.tsx';
import { useLanguage } from './language.ts';
import styles from './password-field.module.css';

export interface PasswordFieldProps extends Omit<FieldProps, 'type' | 'after' | 'controlClassName'> {
  /** Names the password in the Show button's label if a form has several: "new password". */
  what?: string;
}

/** Hides the password again when its form is sent, so that browsers offer to save it. */
export function PasswordField({ what, ...props }: PasswordFieldProps) {
  const { text } = useLanguage();
  const [shown, setShown] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const form = button.current?.form;
    const hide = () => setShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);
  return (
    <Field
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      controlClassName={styles.control}
      after={
        <button
          ref={button}
          type="button"
          className={styles.show}
          aria-pressed={shown}
          aria-label={text('Show {what}', { what: what ?? text('password') })}
          aria-controls={props.id}
          disabled={props.disabled}
          onClick={() => setShown(!shown)}
        >
          {shown ? text('Hide') : text('Show')}
        </button>
      }
    />
  );
}
