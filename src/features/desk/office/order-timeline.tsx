import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { officeCall } from '#browser/office-api.ts';
import { problemsOf } from '#browser/problems-of.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { useOfficeForm, useStaffSession } from '#features/staff/office/public.tsx';
import { formatDay } from '#kernel/dates.ts';
import { markedText } from '#kernel/language.ts';
import { addToDay, isoDay, localDay } from '#kernel/local-day.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { useLanguage } from '#ui/language.ts';
import { DayField, useTypedDays } from '#ui/office/day-field.tsx';
import { useDialogInAddress } from '#ui/office/dialog-address.ts';
import { Panel } from '#ui/office/panel.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { groupOf, type TimelineGroup, timelineGroups } from '../domain/timeline.ts';
import styles from './order-timeline.module.css';
import { TimelineRows } from './timeline-rows.tsx';
import type { TimelineEntry } from './timeline-sentence.ts';

const ReadMail = lazy(() => import('./read-mail.tsx'));

const groupNames: Readonly<Record<TimelineGroup, string>> = {
  notes: markedText('Notes'),
  mails: markedText('Emails'),
  money: markedText('Money'),
};

/** The number of entries shown at first; there are rarely more. */
const ENTRIES_AT_FIRST = 40;
/** Older days share one heading. */
const RECENT_DAYS = 7;

/** The name of a mail's dialog in the address. */
const MAIL = /^email\.(\d+)$/;

/** All events of the order, newest first, including notes by staff. */
export function OrderTimeline({ code }: { code: string }) {
  const { text, translate, countText } = useLanguage();
  const { may } = useStaffSession();
  const query = useOfficeCall('order-timeline', { code }, { isFresh: true });
  const [group, setGroup] = useState<TimelineGroup | null>(null);
  const [isAll, setAll] = useState(false);
  const atLoad = useDialogInAddress((name) => MAIL.test(name))?.replace(MAIL, '$1');
  const [mail, setMail] = useState<number | null>(atLoad && may('mails.see') ? Number(atLoad) : null);
  const shownGroups = timelineGroups.filter((one) => one !== 'mails' || may('mails.see'));
  return (
    <Panel
      heading={text('Timeline')}
      actions={
        <fieldset className={`${styles.groups} no-print`}>
          <legend className="visually-hidden">{text('Show')}</legend>
          {[null, ...shownGroups].map((one) => (
            <button key={one} type="button" aria-pressed={one === group} onClick={() => setGroup(one)}>
              {one === null ? text('All') : translate(groupNames[one])}
            </button>
          ))}
        </fieldset>
      }
    >
      {may('orders.serve') && <WriteNote code={code} />}
      <QueryState query={query} failed={text('The timeline did not load')}>
        {({ entries: all }) => {
          const entries = all.filter((entry) => group === null || groupOf(entry) === group);
          const shown = isAll ? entries : entries.slice(0, ENTRIES_AT_FIRST);
          const hidden = entries.length - shown.length;
          return (
            <>
              <Days code={code} entries={shown} onRead={setMail} />
              {entries.length === 0 && <p>{text('Nothing here yet')}</p>}
              {hidden > 0 && (
                <Button kind="secondary" small onClick={() => setAll(true)}>
                  {countText(hidden, { one: 'Show {count} older entry', other: 'Show {count} older entries' })}
                </Button>
              )}
            </>
          );
        }}
      </QueryState>
      <Suspense>{mail !== null && <ReadMail code={code} mail={mail} onClose={() => setMail(null)} />}</Suspense>
    </Panel>
  );
}

interface DaysProps {
  code: string;
  entries: readonly TimelineEntry[];
  onRead: (mail: number) => void;
}

/** Pinned notes, then each of the last few days under its own heading, then all older entries. */
function Days({ code, entries, onRead }: DaysProps) {
  const { text } = useLanguage();
  const settings = useShopSettings();
  const { timezone } = settings;
  const dayOf = (at: Date) => isoDay(localDay(at, timezone));
  const today = localDay(new Date(), timezone);
  const isPinned = (entry: TimelineEntry) => entry.what === 'note' && entry.is_pinned;
  const others = entries.filter((entry) => !isPinned(entry));
  const recent = Array.from({ length: RECENT_DAYS }, (_, days) => isoDay(addToDay(today, { months: 0, days: -days })));
  const nameOf = (day: string) => {
    if (day === recent[0]) return text('Today');
    if (day === recent[1]) return text('Yesterday');
    return null;
  };
  const days = recent.map((day) => ({
    key: day,
    name: nameOf(day),
    entries: others.filter(({ at }) => dayOf(new Date(at)) === day),
  }));
  const recentEntries = new Set(days.flatMap((day) => day.entries));
  const sections = [
    { key: 'pinned', name: text('Pinned'), entries: entries.filter(isPinned), isDated: true },
    ...days.map((day) => ({ ...day, isDated: false })),
    {
      key: 'earlier',
      name: text('Earlier'),
      entries: others.filter((entry) => !recentEntries.has(entry)),
      isDated: true,
    },
  ];
  return sections
    .filter((section) => section.entries.length > 0)
    .map(({ key, name, entries: ofSection, isDated }) => (
      <section key={key} className={styles.day}>
        <h3>{name ?? formatDay(ofSection[0]!.at, settings)}</h3>
        <TimelineRows code={code} entries={ofSection} isDated={isDated} onRead={onRead} />
      </section>
    ));
}

const NO_NOTE = { body: '', isPinned: false, remindOn: '' };

function WriteNote({ code }: { code: string }) {
  const { text } = useLanguage();
  const queries = useQueryClient();
  const days = useTypedDays('future');
  const form = useOfficeForm({
    keptAs: `note.${code}`,
    initial: NO_NOTE,
    validate: ({ body, remindOn }) =>
      problemsOf({
        body: body.trim() === '' ? text('Please write a note.') : undefined,
        remindOn: days.problem(remindOn, { isOptional: true }),
      }),
    serverField: (name) => (name === 'remind_on' ? 'remindOn' : name === 'body' ? 'body' : undefined),
    submit: async ({ body, isPinned, remindOn }) => {
      const day = days.read(remindOn) ?? '';
      await officeCall('order-note-write', { code, body: body.trim(), is_pinned: isPinned, remind_on: day });
      form.reset(NO_NOTE);
      await queries.invalidateQueries();
    },
  });
  return (
    <form noValidate className={`${styles.write} no-print`} onSubmit={form.onSubmit}>
      <ErrorSummary errors={form.errors} ref={form.summaryRef} headingLevel={3} />
      <TextArea label={text('Write a note')} hint={text('Only staff can see this.')} rows={1} {...form.field('body')} />
      <div className={styles.buttons}>
        <Checkbox label={text('Pin to the top')} {...form.checkbox('isPinned')} />
        <DayField label={text('Remind on')} optional className={styles.remind} {...form.field('remindOn')} />
        <Button type="submit" kind="secondary" small busy={form.pending}>
          {text('Add note')}
        </Button>
      </div>
    </form>
  );
}
