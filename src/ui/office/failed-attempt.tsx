import { Button } from '../button.tsx';
import { useLanguage } from '../language.ts';
import { Notice } from '../notice.tsx';
import styles from './failed-attempt.module.css';

interface FailedAttemptProps {
  /** Why the attempt failed, for `translate`; null while nothing failed. */
  failure: string | null;
  isBusy: boolean;
  /** What failed, such as "The file did not load". */
  what: string;
  start: () => unknown;
}

/** Shows which attempt of a button failed and why. It stays next to the button until another attempt works. */
export function FailedAttempt({ failure, isBusy, what, start }: FailedAttemptProps) {
  const { text, translate } = useLanguage();
  if (failure === null) return null;
  return (
    <Notice
      small
      tone="bad"
      role="status"
      className={styles.failed}
      heading={what}
      headingLevel={3}
      action={
        <Button kind="text" small busy={isBusy} onClick={() => start()}>
          {text('Try again')}
        </Button>
      }
    >
      {translate(failure)}
    </Notice>
  );
}
