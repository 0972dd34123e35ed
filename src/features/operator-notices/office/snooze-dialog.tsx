import { useState } from 'react';
import { useChange } from '#features/staff/office/public.tsx';
import { formatDateTime } from '#kernel/dates.ts';
import { daysAfter, edgeOfTypedDay, isoDay, localDay, localHour } from '#kernel/local-day.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
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
  const [reason, setReason] = useState('');
  const today = localDay(new Date(), timezone);
  const [day, setDay] = useState(isoDay(daysAfter(today, 1)));
  const [time, setTime] = useState('09:00');
  const snooze = async (until: Date) => {
    const done = await run('inbox-snooze', { key: matterKey, until: until.toISOString(), reason: reason.trim() });
    if (!done) return;
    toast(text('Put off until {time}.', { time: formatDateTime(until, settings) }));
    onClose();
    onSnoozed();
  };
  const morning = (days: number) => localHour(daysAfter(today, days), MORNING, timezone);
  const typed = typedMoment(day, time, timezone);
  return (
    <Dialog
      open
      onClose={onClose}
      title={text('Snooze')}
      description={text('Until then, nobody is reminded of this. It is listed at the end of the inbox.')}
    >
      <form
        noValidate
        className={styles.snooze}
        onSubmit={(event) => {
          event.preventDefault();
          if (typed) void snooze(typed);
        }}
      >
        <Field
          id="snooze-reason"
          label={text('Reason (optional)')}
          value={reason}
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
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
        <div className={styles.moment}>
          <Field
            id="snooze-day"
            type="date"
            label={text('Day')}
            value={day}
            onChange={({ currentTarget: { value } }) => setDay(value)}
          />
          <Field
            id="snooze-time"
            type="time"
            label={text('Time')}
            value={time}
            onChange={({ currentTarget: { value } }) => setTime(value)}
          />
        </div>
        {failure !== null && (
          <Notice tone="warn" small role="status">
            {translate(failure)}
          </Notice>
        )}
        <Button type="submit" busy={running !== null} unavailable={typed === null}>
          {text('Snooze until then')}
        </Button>
      </form>
    </Dialog>
  );
}

/** Null while the day or the time is incomplete. */
function typedMoment(day: string, time: string, timezone: string): Date | null {
  const start = edgeOfTypedDay(day, timezone, 0);
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(time) ?? [];
  if (start === null || hours === undefined) return null;
  return localHour(localDay(new Date(start), timezone), Number(hours) + Number(minutes) / 60, timezone);
}
