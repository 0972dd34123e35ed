import { problemsOf } from '#browser/problems-of.ts';
import { RestoredNotice, useChange, useOfficeForm } from '#features/staff/office/public.tsx';
import { formatDateTime } from '#kernel/dates.ts';
import { daysAfter, isoDay, localDay, localHour } from '#kernel/local-day.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { FormDialog } from '#ui/office/form-dialog.tsx';
import { MomentFields, useTypedMoments } from '#ui/office/moment-fields.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { toast } from '#ui/toast.tsx';
import styles from './inbox.module.css';

const HOUR_MS = 3_600_000;
const MORNING = 9;

interface SnoozeDialogProps {
  matterKey: string;
  onClose: () => void;
  onSnoozed: () => void;
}

/** Snoozes a matter for everybody. Times are in the shop's time zone. */
export default function SnoozeDialog({ matterKey, onClose, onSnoozed }: SnoozeDialogProps) {
  const { text, translate } = useLanguage();
  const settings = useShopSettings();
  const { timezone } = settings;
  const { running, failure, run } = useChange();
  const moments = useTypedMoments();
  const today = localDay(new Date(), timezone);
  const form = useOfficeForm({
    keptAs: `snooze.${matterKey}`,
    initial: { reason: '', day: isoDay(daysAfter(today, 1)), time: '09:00' },
    validate: (values) => problemsOf(moments.problems(values)),
    submit: async (values) => {
      const moment = moments.read(values);
      if (moment) await snooze(moment);
    },
  });
  const { values } = form;
  const snooze = async (until: Date) => {
    const reason = values.reason.trim();
    const done = await run('inbox-snooze', { key: matterKey, until: until.toISOString(), reason });
    if (!done) return;
    form.markSaved();
    toast(text('Snoozed until {time}.', { time: formatDateTime(until, settings) }));
    onClose();
    onSnoozed();
  };
  const morning = (count: number) => localHour(daysAfter(today, count), MORNING, timezone);
  return (
    <FormDialog
      onClose={onClose}
      title={text('Snooze')}
      description={text('Until then, nobody is reminded of this. It is listed at the end of the inbox.')}
    >
      <form noValidate className={styles.snooze} onSubmit={form.onSubmit}>
        <ErrorSummary errors={form.errors} ref={form.summaryRef} headingLevel={3} />
        <RestoredNotice form={form} />
        <Field label={text('Reason (optional)')} autoComplete="off" {...form.field('reason')} />
        <p className={styles.buttons}>
          <Button
            kind="secondary"
            busy={running !== null}
            onClick={() => void snooze(new Date(Date.now() + 3 * HOUR_MS))}
          >
            {text('Three hours')}
          </Button>
          <Button kind="secondary" busy={running !== null} onClick={() => void snooze(morning(1))}>
            {text('Tomorrow at 9')}
          </Button>
          <Button kind="secondary" busy={running !== null} onClick={() => void snooze(morning(7))}>
            {text('In a week')}
          </Button>
        </p>
        <MomentFields
          dayLabel={text('Day')}
          timeLabel={text('Time')}
          day={form.field('day')}
          time={form.field('time')}
        />
        {failure !== null && (
          <Notice tone="warn" small role="status">
            {translate(failure)}
          </Notice>
        )}
        <Button type="submit" busy={running !== null}>
          {text('Snooze until then')}
        </Button>
      </form>
    </FormDialog>
  );
}
