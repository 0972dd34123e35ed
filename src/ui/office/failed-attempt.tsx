import { Button } from '../button.tsx';
import { useLanguage } from '../language.ts';
import { Notice } from '../notice.tsx';

interface FailedAttemptProps {
  /** To be translated; null while nothing failed. */
  failure: string | null;
  isBusy: boolean;
  /** What failed, such as "The file did not load". */
  what: string;
  start: () => unknown;
}

/** What a button asked for and did not get; it stays beside the button until another attempt works. */
export function FailedAttempt({ failure, isBusy, what, start }: FailedAttemptProps) {
  const { text, translate } = useLanguage();
  if (failure === null) return null;
  return (
    <Notice
      small
      tone="bad"
      role="status"
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
