import { Suspense, useState } from 'react';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { UndoPayment } from '#features/desk/office/public.tsx';
import { useChange } from '#features/staff/office/public.tsx';
import { actionInWords } from '#features/staff/words/audit-words.ts';
import { formatMoney } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { KeyHint } from '#ui/office/key-hints.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import styles from './inbox.module.css';

type Entry = OfficeAnswer<'inbox-done'>['entries'][number];
type Undoable = Entry & { undo: { receipt: number; number: string | null } };

/** The matters dealt with today, with undo buttons where possible. Renders nothing if there are none. */
export function DoneToday() {
  const { text } = useLanguage();
  const { data } = useOfficeCall('inbox-done', {});
  const [undoing, setUndoing] = useState<Undoable | null>(null);
  const { run } = useChange();
  if (!data || data.entries.length === 0) return null;
  const undo = (entry: Entry) => {
    if (entry.undo && 'key' in entry.undo) void run('inbox-wake', { key: entry.undo.key });
    else if (entry.undo) setUndoing(entry as Undoable);
  };
  const last = data.entries.find((entry) => entry.is_mine && entry.undo);
  return (
    <Panel heading={text('Done today')} note={data.entries.length} className={styles.done} flush>
      <ul className={styles.doneList}>
        {data.entries.map((entry) => (
          <Done key={entry.id} entry={entry} isLast={entry === last} onUndo={() => undo(entry)} />
        ))}
      </ul>
      {undoing && (
        <Suspense>
          <UndoPayment
            receipt={undoing.undo.receipt}
            number={undoing.undo.number}
            amount={undoing.amount ?? 0}
            onClose={() => setUndoing(null)}
          />
        </Suspense>
      )}
    </Panel>
  );
}

function Done({ entry, isLast, onUndo }: { entry: Entry; isLast: boolean; onUndo: () => void }) {
  const language = useLanguage();
  const settings = useShopSettings();
  const { text } = language;
  const { action, amount, subject } = entry;
  // The subject is an order, or a refund whose code begins with its order's.
  const order = /^([A-Z0-9]+-[A-Z0-9]+)(-R\d+)?$/.exec(subject)?.[1];
  return (
    <li className={styles.doneRow}>
      <Moment at={entry.at} />
      <span className={styles.doneWhat}>
        {actionInWords(action, language)}
        {amount !== null && `, ${formatMoney(amount, settings)}`}
        {order !== undefined && (
          <>
            {' · '}
            <Link to={`/orders/${order}`}>{subject}</Link>
          </>
        )}
      </span>
      <span>{entry.is_mine ? text('You') : entry.name}</span>
      {entry.undo && (
        <Button kind="text" small onClick={onUndo}>
          {text('Undo')}
          {isLast && <KeyHint letter="z" />}
        </Button>
      )}
    </li>
  );
}
