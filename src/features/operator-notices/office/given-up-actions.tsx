import { useQueryClient } from '@tanstack/react-query';
import { officeCall } from '#browser/office-api.ts';
import { problemsOf } from '#browser/problems-of.ts';
import {
  AuditReason,
  RestoredNotice,
  useChange,
  useOfficeForm,
  useStaffSession,
} from '#features/staff/office/public.tsx';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { KeyHint } from '#ui/office/key-hints.tsx';
import { toast } from '#ui/toast.tsx';
import styles from './inbox.module.css';

interface MessageActionsProps {
  gateway: string;
  /** The provider's id of the message. */
  message: string;
  onDone: () => void;
}

/**
 * The actions for a provider's message that could not be processed: process it again, or remove it from the list with
 * a note.
 */
export function MessageActions({ gateway, message, onDone }: MessageActionsProps) {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  const { running, failure, run } = useChange();
  const queries = useQueryClient();
  const form = useOfficeForm({
    keptAs: `message.${gateway}.${message}`,
    initial: { note: '' },
    validate: ({ note }) => problemsOf({ note: note.trim() === '' ? text('Please write what you found.') : undefined }),
    submit: async ({ note }) => {
      await officeCall('message-settle', { gateway, message, note: note.trim() });
      await queries.invalidateQueries();
      toast(text('Removed from the list.'));
      onDone();
    },
  });
  return (
    <>
      <p>
        {text(
          'Its facts are applied as if it arrived now, for example as a payment or a refund. If that fails again, it comes back here.',
        )}
      </p>
      <Failure of={failure} />
      <p className={styles.buttons}>
        <Button
          busy={running === 'message-retry'}
          onClick={() =>
            void run('message-retry', { gateway, message }).then((done) => {
              if (!done) return;
              toast(text('The message is being processed again.'));
              onDone();
            })
          }
        >
          {text('Process again')}
          <KeyHint letter="a" />
        </Button>
      </p>
      {may('money.book') && (
        <form noValidate onSubmit={form.onSubmit}>
          <ErrorSummary errors={form.errors} ref={form.summaryRef} headingLevel={3} />
          <RestoredNotice form={form} />
          <AuditReason label={text('What you found')} {...form.field('note')} />
          <Button type="submit" kind="secondary" busy={form.pending}>
            {text('Remove from the list')}
          </Button>
        </form>
      )}
    </>
  );
}

/** The actions for calls to the operator's webhook that were given up. */
export function WebhookActions({ onDone }: { onDone: () => void }) {
  const { text } = useLanguage();
  const { running, failure, run } = useChange();
  const runAndReport = (name: 'webhook-retry' | 'webhook-drop', done: string) =>
    void run(name, {}).then((answer) => {
      if (!answer) return;
      toast(done);
      onDone();
    });
  return (
    <>
      <Failure of={failure} />
      <p className={styles.buttons}>
        <Button
          busy={running === 'webhook-retry'}
          onClick={() => runAndReport('webhook-retry', text('The calls are being sent again.'))}
        >
          {text('Send again')}
          <KeyHint letter="a" />
        </Button>
        <Button
          kind="secondary"
          busy={running === 'webhook-drop'}
          onClick={() => runAndReport('webhook-drop', text('The calls were dropped.'))}
        >
          {text('Drop them')}
          <KeyHint letter="r" />
        </Button>
      </p>
    </>
  );
}

function Failure({ of }: { of: string | null }) {
  const { translate } = useLanguage();
  return (
    of !== null && (
      <Notice tone="warn" small role="status">
        {translate(of)}
      </Notice>
    )
  );
}
