import { Suspense, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useKeys } from '#browser/use-keys.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { RecordPayment } from '#features/desk/office/public.tsx';
import { bankReasonInWords } from '#features/payments/words/staff/bank-reasons.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { classNames } from '#ui/class-names.ts';
import { CheckIcon } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { KeyArea } from '#ui/office/key-hints.tsx';
import { PageHead } from '#ui/office/page-head.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { StateMessage } from '#ui/office/state-message.tsx';
import { groupName } from '../words/group-names.ts';
import { ageText } from './age.ts';
import { DoneToday } from './done-today.tsx';
import styles from './inbox.module.css';
import { Age } from './matter-age.tsx';
import { Detail, sourceOf, useSum, useTitle } from './matter-detail.tsx';

type Inbox = OfficeAnswer<'inbox'>;
type Matter = Inbox['matters'][number];

/** Returns the address of a matter, or of the list alone, with the filter. */
const addressOf = (matter: Matter | undefined, isOnlyMine: boolean) =>
  `/inbox${matter ? `/${encodeURIComponent(matter.key)}` : ''}${isOnlyMine ? '?mine=1' : ''}`;

/** The inbox: the list next to the chosen matter. On phones each is its own page. */
export default function InboxPage() {
  const { text } = useLanguage();
  const { shopName, may } = useStaffSession();
  const { key = null } = useParams();
  const [filters, setFilters] = useSearchParams();
  const isOnlyMine = filters.get('mine') === '1';
  const [isRecording, setRecording] = useState(false);
  usePageTitle(text('Inbox'), shopName);
  const query = useOfficeCall('inbox', {});
  const open = query.data?.matters.find((matter) => matter.key === key);
  return (
    <>
      <PageHead
        heading={text('Inbox')}
        sub={query.data && <Summary inbox={query.data} />}
        actions={
          <>
            <Checkbox
              id="only-mine"
              label={text('Only mine')}
              checked={isOnlyMine}
              onChange={({ currentTarget: { checked } }) => setFilters(checked ? { mine: '1' } : {}, { replace: true })}
            />
            {may('money.book') && (
              <Button kind="secondary" small onClick={() => setRecording(true)}>
                {text('Record a payment')}
              </Button>
            )}
          </>
        }
      />
      <QueryState query={query} failed={text('The inbox did not load')}>
        {(inbox) => <Triage inbox={isOnlyMine ? onlyMine(inbox) : inbox} wanted={key} isOnlyMine={isOnlyMine} />}
      </QueryState>
      {isRecording && (
        <Suspense>
          <RecordPayment suggested={open?.order ?? ''} onClose={() => setRecording(false)} />
        </Suspense>
      )}
    </>
  );
}

function Summary({ inbox: { matters, groups } }: { inbox: Inbox }) {
  const language = useLanguage();
  const oldest = groups.flatMap((group) => group.oldest ?? []).sort()[0];
  if (matters.length === 0) return language.text('Nothing is waiting.');
  const count = language.countText(matters.length, { one: '{count} needs attention', other: '{count} need attention' });
  if (oldest === undefined) return count;
  return language.text('{count} · oldest {age}', { count, age: ageText(language, oldest, new Date()) });
}

/**
 * Returns only the matters that the person has taken. The page shows no sums or times of groups, so they stay as they
 * are.
 */
function onlyMine({ matters, snoozed, groups }: Inbox): Inbox {
  const mine = matters.filter(({ taken }) => taken?.is_mine);
  return {
    matters: mine,
    snoozed: snoozed.filter(({ taken }) => taken?.is_mine),
    groups: groups
      .map((group) => ({ ...group, has_more: false, count: mine.filter((one) => one.group === group.group).length }))
      .filter(({ count }) => count > 0),
  };
}

interface TriageProps {
  inbox: Inbox;
  /** The key of the matter in the address. */
  wanted: string | null;
  isOnlyMine: boolean;
}

const LETTERS = ['a', 'r', 'z'];

function Triage({ inbox, wanted, isOnlyMine }: TriageProps) {
  const { text } = useLanguage();
  const navigate = useNavigate();
  const { person } = useStaffSession();
  const { matters, groups, snoozed } = inbox;
  const asleep = snoozed.find(({ key }) => key === wanted);
  const at = matters.findIndex(({ key }) => key === wanted);
  const place = Math.max(at, 0);
  const chosen = asleep ?? matters[place];
  const goTo = (matter: Matter | undefined) => matter && navigate(addressOf(matter, isOnlyMine));
  useKeys(person.uses_shortcuts, { j: () => goTo(matters[place + 1]), k: () => goTo(matters[place - 1]) });
  if (!chosen)
    return (
      <KeyArea isOn={person.uses_shortcuts} letters={LETTERS}>
        {isOnlyMine ? (
          <StateMessage icon={<CheckIcon />} heading={text('You have not taken anything')}>
            {text('“Take it” on a matter tells colleagues that you are working on it.')}
          </StateMessage>
        ) : wanted !== null ? (
          <StateMessage icon={<CheckIcon />} heading={text('Nothing is waiting for you')}>
            {text('What you opened has been settled, or it is for another role to decide.')}
          </StateMessage>
        ) : (
          <StateMessage icon={<CheckIcon />} heading={text('Nothing is waiting')}>
            {text('Money without an order, refunds to decide, disputes and undelivered emails appear here.')}
          </StateMessage>
        )}
        <Snoozed matters={snoozed} chosen={undefined} isOnlyMine={isOnlyMine} />
        <DoneToday />
      </KeyArea>
    );
  // After a matter has been dealt with, the next one is shown.
  const next = asleep ? matters[0] : (matters[place + 1] ?? matters[place - 1]);
  const isOver = wanted !== null && at < 0 && !asleep;
  return (
    <KeyArea isOn={person.uses_shortcuts} letters={LETTERS} className={styles.box}>
      {isOver && (
        <p className={styles.over}>
          {text('This has been settled, or it is for another role to decide. Here is the next one.')}
        </p>
      )}
      <div className={classNames(styles.triage, wanted !== null && styles.opened)}>
        <section className={styles.waiting} aria-label={text('Waiting')}>
          {groups.map((group) => (
            <Group key={group.group} group={group} matters={matters} chosen={chosen} isOnlyMine={isOnlyMine} />
          ))}
          <Snoozed matters={snoozed} chosen={chosen} isOnlyMine={isOnlyMine} />
        </section>
        <div className={styles.detail}>
          <p className={styles.back}>
            <Link to={addressOf(undefined, isOnlyMine)}>{text('Inbox')}</Link>
          </p>
          <Detail
            key={chosen.key}
            matter={chosen}
            place={asleep ? text('Snoozed') : text('{place} of {count}', { place: place + 1, count: matters.length })}
            onDone={() => navigate(addressOf(next, isOnlyMine), { replace: true })}
          />
          <DoneToday />
          {person.uses_shortcuts && (
            <p className={styles.keys}>
              <kbd>J</kbd> <kbd>K</kbd> {text('next, previous')} <kbd>A</kbd> {text('book, approve or confirm')}{' '}
              <kbd>R</kbd> {text('decline or send back')} <kbd>S</kbd> {text('another order')} <kbd>Z</kbd>{' '}
              {text('undo the last one that can be undone')}
            </p>
          )}
        </div>
      </div>
    </KeyArea>
  );
}

interface GroupProps {
  group: Inbox['groups'][number];
  matters: readonly Matter[];
  chosen: Matter;
  isOnlyMine: boolean;
}

function Group({ group: { group, count, has_more: hasMore }, matters, chosen, isOnlyMine }: GroupProps) {
  const language = useLanguage();
  return (
    <>
      <h2 className={styles.group}>
        <span>{groupName(language, group)}</span>
        <span>{hasMore ? language.text('{count} or more', { count }) : count}</span>
      </h2>
      <ul>
        {matters
          .filter((matter) => matter.group === group)
          .map((matter) => (
            <li key={matter.key}>
              <Entry matter={matter} isChosen={matter.key === chosen.key} isOnlyMine={isOnlyMine} />
            </li>
          ))}
      </ul>
    </>
  );
}

interface SnoozedProps {
  matters: readonly Matter[];
  chosen: Matter | undefined;
  isOnlyMine: boolean;
}

/** The snoozed matters, collapsed. */
function Snoozed({ matters, chosen, isOnlyMine }: SnoozedProps) {
  const { text } = useLanguage();
  if (matters.length === 0) return null;
  return (
    <details className={styles.snoozed} open={matters.some(({ key }) => key === chosen?.key) || undefined}>
      <summary className={styles.group}>
        <span>{text('Snoozed')}</span> <span>{matters.length}</span>
      </summary>
      <ul>
        {matters.map((matter) => (
          <li key={matter.key}>
            <Entry matter={matter} isChosen={matter.key === chosen?.key} isOnlyMine={isOnlyMine} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Entry({ matter, isChosen, isOnlyMine }: { matter: Matter; isChosen: boolean; isOnlyMine: boolean }) {
  const language = useLanguage();
  const { facts } = matter;
  const title = useTitle(matter);
  const sum = useSum(matter);
  const about =
    facts.detail === '' || (matter.order === null && matter.kind !== 'mail_given_up')
      ? sourceOf(language, matter)
      : language.text('“{words}”', { words: bankReasonInWords(facts.detail, language) });
  return (
    <Link to={addressOf(matter, isOnlyMine)} className={styles.matter} aria-current={isChosen ? 'true' : undefined}>
      <b>{title}</b>
      <b>{sum}</b>
      <span>{[matter.taken?.name, about].filter(Boolean).join(' · ')}</span>
      <Age matter={matter} />
    </Link>
  );
}
