import { CheckIcon } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import { lengthOf, PASSWORD_MINIMUM } from '../domain/password-rules.ts';
import styles from './new-password-hint.module.css';

/** The rule for a new password, visible before typing, with a check mark once it is met. */
export function NewPasswordHint({ password }: { password: string }) {
  const { text } = useLanguage();
  const isMet = lengthOf(password) >= PASSWORD_MINIMUM;
  return (
    <span className={styles.hint} data-met={isMet || undefined}>
      {isMet && <CheckIcon size={16} />}
      {text('At least {minimum} characters', { minimum: PASSWORD_MINIMUM })}
      {isMet && <span className="visually-hidden">{text(', done')}</span>}
    </span>
  );
}
