import { lazy, Suspense, useState } from 'react';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { AlsoHere, useChange } from '#features/staff/office/public.tsx';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { Avatar } from '#ui/office/avatar.tsx';
import { Moment } from '#ui/office/moment.tsx';
import styles from './inbox.module.css';

const SnoozeDialog = lazy(() => import('./snooze-dialog.tsx'));

type Matter = OfficeAnswer<'inbox'>['matters'][number];

/** Shows who has a matter, with buttons to take it, give it back and snooze it. */
export function HandOver({
  matter: { key, order, taken, snoozed },
  onSnoozed,
}: {
  matter: Matter;
  onSnoozed: () => void;
}) {
  const { text, translate } = useLanguage();
  const { running, failure, run } = useChange();
  const [isSnoozing, setSnoozing] = useState(false);
  return (
    <div className={styles.handOver}>
      <AlsoHere place={order ?? key} />
      {taken && (
        <span className={styles.taker}>
          <Avatar name={taken.name} />{' '}
          {taken.is_mine ? text('You have this') : text('{name} has this', { name: taken.name })}
        </span>
      )}
      {taken?.is_mine ? (
        <Button
          kind="secondary"
          small
          busy={running === 'inbox-release'}
          onClick={() => void run('inbox-release', { key })}
        >
          {text('Give back')}
        </Button>
      ) : (
        <Button
          kind="secondary"
          small
          busy={running === 'inbox-take'}
          onClick={() => void run('inbox-take', { key, from: taken?.by ?? null })}
        >
          {taken ? text('Take over') : text('Take it')}
        </Button>
      )}
      {snoozed ? (
        <Button kind="secondary" small busy={running === 'inbox-wake'} onClick={() => void run('inbox-wake', { key })}>
          {text('Bring back')}
        </Button>
      ) : (
        <Button kind="text" small onClick={() => setSnoozing(true)}>
          {text('Snooze…')}
        </Button>
      )}
      {snoozed && (
        <p className={styles.asleep}>
          {text('{name} snoozed this until', { name: snoozed.name })} <Moment at={snoozed.until} />
          {snoozed.reason !== '' && `: ${snoozed.reason}`}
        </p>
      )}
      {failure !== null && (
        <Notice tone="warn" small role="status">
          {translate(failure)}
        </Notice>
      )}
      {isSnoozing && (
        <Suspense>
          <SnoozeDialog matterKey={key} onClose={() => setSnoozing(false)} onSnoozed={onSnoozed} />
        </Suspense>
      )}
    </div>
  );
}
