import type { ReactNode } from 'react';
import { auditStatusNames } from '#features/refunds/words/staff/audit-status-names.ts';
import { auditFacts } from '#features/staff/words/audit-facts.ts';
import { actorInWords } from '#features/staff/words/audit-words.ts';
import { formatDateTime, formatShortDate, formatTime } from '#kernel/dates.ts';
import { localDay } from '#kernel/local-day.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { useShopSettings } from '#ui/shop-settings.tsx';
import type { Tone } from '#ui/tone.ts';
import { ToneShape } from '#ui/tone-shape.tsx';
import { OrderNote } from './order-note.tsx';
import styles from './order-timeline.module.css';
import { type TimelineEntry, timelineSentence } from './timeline-sentence.ts';

interface TimelineRowsProps {
  code: string;
  entries: readonly TimelineEntry[];
  /** Whether each row shows its day; otherwise it shows its time. */
  isDated: boolean;
  onRead: (mail: number) => void;
}

/** Events of an order, one in each row. */
export function TimelineRows({ code, entries, isDated, onRead }: TimelineRowsProps) {
  const settings = useShopSettings();
  const { timezone } = settings;
  const thisYear = localDay(new Date(), timezone).year;
  return (
    <ol className={styles.rows}>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id and never move.
        <li key={`${entry.at} ${entry.what} ${index}`} className={styles.entry}>
          <time dateTime={entry.at} title={formatDateTime(entry.at, settings)}>
            {isDated
              ? formatShortDate(entry.at, settings, { year: localDay(new Date(entry.at), timezone).year !== thisYear })
              : formatTime(entry.at, settings)}
          </time>
          <span className={styles.dot} data-tone={toneOf(entry)}>
            <ToneShape tone={toneOf(entry)} size={10} />
          </span>
          <Entry code={code} entry={entry} onRead={onRead} />
        </li>
      ))}
    </ol>
  );
}

/** The tone of the mark next to an entry. */
function toneOf(entry: TimelineEntry): Tone {
  switch (entry.what) {
    case 'received':
      return 'ok';
    case 'attempt_failed':
      return 'bad';
    case 'mail':
      return entry.status === 'failed' ? 'bad' : 'neutral';
    case 'note':
      return 'warn';
    default:
      return 'neutral';
  }
}

function Entry({ code, entry, onRead }: Omit<TimelineRowsProps, 'entries' | 'isDated'> & { entry: TimelineEntry }) {
  const language = useLanguage();
  const settings = useShopSettings();
  const { text } = language;
  if (entry.what === 'note') return <OrderNote code={code} note={entry} />;
  const by = entry.by === null ? null : actorInWords(entry.by, language);
  return (
    <>
      <p className={styles.what}>
        {timelineSentence(entry, language, settings)}
        <Facts code={code} entry={entry} by={by} />
      </p>
      {entry.what === 'mail' && entry.is_readable && (
        <Button kind="text" small className={styles.end} onClick={() => onRead(entry.id)}>
          {text('Read')}
          <span className="visually-hidden"> “{entry.subject}”</span>
        </Button>
      )}
    </>
  );
}

/** Details that the page or the sentence already shows. */
const SHOWN_ELSEWHERE = ['order', 'from', 'position', 'item'];

function Facts({ code, entry, by }: { code: string; entry: TimelineEntry; by: string | null }) {
  const language = useLanguage();
  const settings = useShopSettings();
  const { text } = language;
  const facts: ReactNode[] = by === null ? [] : [by];
  if (entry.what === 'received')
    facts.push(text('receipt {id}, {transaction}', { id: entry.id, transaction: entry.number ?? '–' }));
  if (entry.what === 'attempt_failed') facts.push(entry.payment);
  if (entry.what === 'ticket_changed' && entry.reason !== '')
    facts.push(text('Reason: {reason}', { reason: entry.reason }));
  if (entry.what === 'action' && entry.subject !== code) facts.push(entry.subject);
  if (entry.what === 'action' || entry.what === 'placed') {
    const details = entry.what === 'action' ? entry.details : entry.exceptions;
    const shown = auditFacts(details, language, settings, auditStatusNames, SHOWN_ELSEWHERE);
    for (const { name, before, after } of shown)
      facts.push(
        <>
          {name}:{' '}
          {before !== undefined && (
            <>
              <del>{before}</del> <span aria-hidden="true">→ </span>
            </>
          )}
          {after}
        </>,
      );
  }
  return facts.map((fact, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they never move.
    <small key={index}>{fact}</small>
  ));
}
