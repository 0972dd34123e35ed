import { useId } from 'react';
import { text } from '#kernel/text.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { AcceptTermsLabel } from './accept-terms-label.tsx';
import styles from './terms.module.css';
import type { AcceptTermsForm } from './use-accept-terms.ts';

/** The box with its button, which the box enables. */
export function AcceptBox({ form: { form }, button }: { form: AcceptTermsForm; button: string }) {
  const reasonId = useId();
  const { accepted } = form.values;
  return (
    <form noValidate onSubmit={form.onSubmit} className={styles.form}>
      <ErrorSummary errors={form.errors} ref={form.summaryRef} />
      <Checkbox label={<AcceptTermsLabel />} {...form.checkbox('accepted')} />
      <Button
        type="submit"
        busy={form.pending}
        disabled={!accepted}
        className={styles.button}
        aria-describedby={accepted ? undefined : reasonId}
      >
        {button}
      </Button>
      {!accepted && (
        <p id={reasonId} className={styles.reason}>
          {text('Please tick the box to accept.')}
        </p>
      )}
    </form>
  );
}
