import { useId } from 'react';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { useLanguage } from '#ui/language.ts';
import { AcceptTermsLabel } from './accept-terms-label.tsx';
import { ChangedTermsNotice } from './changed-terms-notice.tsx';
import styles from './terms.module.css';
import type { AcceptTermsForm } from './use-accept-terms.ts';

/** The checkbox and the button that it enables. */
export function AcceptBox({ form: { form, mustReadNewTerms }, button }: { form: AcceptTermsForm; button: string }) {
  const { text } = useLanguage();
  const reasonId = useId();
  const { accepted_ts_and_cs: isAccepted } = form.values;
  return (
    <form noValidate onSubmit={form.onSubmit} className={styles.form}>
      <ErrorSummary errors={form.errors} ref={form.summaryRef} />
      {mustReadNewTerms && form.errors.length === 0 && <ChangedTermsNotice />}
      <Checkbox label={<AcceptTermsLabel />} {...form.checkbox('accepted_ts_and_cs')} />
      <Button
        type="submit"
        busy={form.pending}
        disabled={!isAccepted}
        className={styles.button}
        aria-describedby={isAccepted ? undefined : reasonId}
      >
        {button}
      </Button>
      {!isAccepted && (
        <p id={reasonId} className={styles.reason}>
          {text('Please tick the box to accept.')}
        </p>
      )}
    </form>
  );
}
