import { lazy, Suspense, useMemo, useState } from 'react';
import { useParams } from 'react-router';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { WhatWillHappen } from '#features/previews/office/public.tsx';
import { useChange, usePageTabs, useStaffSession } from '#features/staff/office/public.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { BankIcon } from '#ui/office/icons.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { PageHead } from '#ui/office/page-head.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { StateMessage } from '#ui/office/state-message.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { toast } from '#ui/toast.tsx';
import { bookLabel } from './book-label.ts';
import { DiscardStatement } from './discard-statement.tsx';
import type { Choice } from './kept-choices.ts';
import { LineGroups } from './line-groups.tsx';
import { lostByDiscarding } from './lost-by-discarding.ts';
import { StatementChecks } from './statement-checks.tsx';
import { daysText } from './statement-days.ts';
import styles from './statements.module.css';
import { type Batch, useBatch, type Wanted } from './use-batch.ts';
import { useKeptChoices } from './use-kept-choices.ts';

const LineDialog = lazy(() => import('./line-dialog.tsx'));

type Import = OfficeAnswer<'statement-import'>;
export type Line = Import['lines'][number];

/** What the dialog about one line is for. */
export type LineDialogContent = { what: 'search' | 'ignore' | 'undo'; line: Line };

/** A bank statement: the match or outcome of each line, and the decisions about uncertain ones. */
export default function StatementPage() {
  const { text } = useLanguage();
  const { shopName } = useStaffSession();
  const settings = useShopSettings();
  const { name, ...tabs } = usePageTabs('/money/statements');
  const id = Number(useParams().id);
  // No import has this number.
  const wanted = Number.isSafeInteger(id) && id > 0 ? id : Number.MAX_SAFE_INTEGER;
  const query = useOfficeCall('statement-import', { import: wanted });
  const days = query.data && daysOf(query.data, settings);
  const heading = days ? text('Statement of {days}', { days }) : text('Statement');
  usePageTitle(heading, shopName);
  return (
    <>
      {!query.data && <PageHead heading={heading} {...tabs} />}
      <QueryState
        query={query}
        failed={text('The statement did not load')}
        missing={
          <StateMessage
            icon={<BankIcon />}
            heading={text('There is no such statement')}
            action={<Link to="/money/statements">{text('All statements')}</Link>}
          >
            {text('It may have been discarded.')}
          </StateMessage>
        }
      >
        {(answer) => <Statement key={answer.import} statement={answer} heading={heading} tabs={tabs} />}
      </QueryState>
    </>
  );
}

function daysOf({ statements }: Import, settings: { locale: string }): string | null {
  const first = statements.flatMap((one) => one.first_day ?? []).sort();
  const last = statements.flatMap((one) => one.last_day ?? []).sort();
  return daysText(settings, first[0] ?? null, last.at(-1) ?? null);
}

const wantedOf = ({ number, mark }: Line, choice: Choice): Wanted => ({
  number,
  mark,
  how: choice.how,
  order: choice.how === 'order' ? choice.order : null,
});

const orderOf = (reference: string | null): string => (reference ?? '').replace(/-\d{1,2}$/, '');

/**
 * Returns the lines that are booked without a decision, and the lines with one. If a decision is about an order that
 * also has a certain line, both are booked together, because each changes the match of the other.
 */
function wantedLines(
  lines: readonly Line[],
  choices: ReadonlyMap<number, Choice>,
  leftOut: ReadonlySet<number>,
): [Wanted[], Wanted[]] {
  const orders = new Set([...choices.values()].map((choice) => (choice.how === 'order' ? orderOf(choice.order) : '')));
  const [sure, decided]: [Wanted[], Wanted[]] = [[], []];
  for (const line of lines) {
    const choice = choices.get(line.number);
    if (line.result !== null) continue;
    if (choice) decided.push(wantedOf(line, choice));
    else if (line.is_sure && !leftOut.has(line.number)) {
      const sharesAnOrder = line.pays !== null && orders.has(orderOf(line.pays));
      (sharesAnOrder ? decided : sure).push(wantedOf(line, { how: 'as_matched' }));
    }
  }
  return [sure, decided];
}

interface StatementProps {
  statement: Import;
  heading: string;
  tabs: Omit<ReturnType<typeof usePageTabs>, 'name'>;
}

function Statement({ statement, heading, tabs }: StatementProps) {
  const language = useLanguage();
  const { text, countText, translate } = language;
  const settings = useShopSettings();
  const { choices, leftOut, setChoices, setLeftOut } = useKeptChoices(statement);
  const [dialog, setDialog] = useState<LineDialogContent | null>(null);
  const { lines, import: id } = statement;
  const [sure, decided] = useMemo(() => wantedLines(lines, choices, leftOut), [lines, choices, leftOut]);
  const batch = useBatch(id, sure, decided);
  const wanted = [...sure, ...decided].filter(({ number }) => !batch.refusals.has(number));
  const effectOf = new Map(lines.map(({ number, effect }) => [number, effect]));
  const effects = wanted.flatMap(({ number }) => effectOf.get(number) || []);
  const amountOf = new Map(lines.map(({ number, amount }) => [number, amount]));
  const amounts = wanted.map(({ number }) => amountOf.get(number) ?? 0);
  const all = sure.length + decided.length;
  const isReady = batch.outcome !== null && wanted.length > 0;

  const book = async () => {
    const done = await batch.book();
    if (done > 0) toast(countText(done, { one: '{count} line booked', other: '{count} lines booked' }));
    setChoices(new Map());
  };
  const choose = (line: Line, choice: Choice | null) => {
    setChoices((earlier) => {
      const next = new Map(earlier);
      if (choice) next.set(line.number, choice);
      else next.delete(line.number);
      return next;
    });
    if (line.is_sure) setLeftOut((earlier) => without(earlier, line.number));
  };

  return (
    <>
      <PageHead
        heading={heading}
        {...tabs}
        sub={<Subheading statement={statement} />}
        actions={
          <>
            {statement.can_discard && (
              <DiscardStatement
                id={id}
                lost={lostByDiscarding(lines, { choices, leftOut })}
                onDiscarded={() => {
                  setChoices(new Map());
                  setLeftOut(new Set());
                }}
              />
            )}
            {lines.some(({ result }) => result === null) && (
              <Button busy={batch.booking !== null} unavailable={!isReady} onClick={() => void book()}>
                {bookLabel(language, amounts, settings)}
              </Button>
            )}
          </>
        }
      />
      <div className={styles.stack}>
        {batch.failure !== null && (
          <Notice tone="bad" role="status">
            {translate(batch.failure)}
          </Notice>
        )}
        {statement.is_wiped && (
          <Notice tone="info" small>
            {text(
              'Payers’ names and texts were deleted after their retention period, so open lines can no longer be booked here.',
            )}
          </Notice>
        )}
        <StatementChecks statement={statement} />
        {statement.has_running_day && <RunningDays statement={statement} />}
        {all > 0 && <Progress batch={batch} count={all} effects={effects} />}
        <LineGroups
          importId={id}
          lines={lines}
          choices={choices}
          leftOut={leftOut}
          refusals={batch.refusals}
          onChoose={choose}
          onLeaveOut={(line, isLeftOut) =>
            setLeftOut((earlier) => (isLeftOut ? new Set([...earlier, line.number]) : without(earlier, line.number)))
          }
          onOpenDialog={setDialog}
        />
      </div>
      <Suspense>
        {dialog && (
          <LineDialog
            importId={id}
            content={dialog}
            onClose={() => setDialog(null)}
            onChosen={(order) => choose(dialog.line, { how: 'order', order })}
          />
        )}
      </Suspense>
    </>
  );
}

/** Shows what booking will do, or the progress while previews load or lines are booked. */
function Progress({
  batch: { booking, outcome, mails, previewed },
  count,
  effects,
}: {
  batch: Batch;
  count: number;
  effects: readonly string[];
}) {
  const { text } = useLanguage();
  if (booking !== null) return <p role="status">{text('{done} of {count} done', { done: booking, count })}</p>;
  if (outcome === null) return <p role="status">{text('Checking: {done} of {count}', { done: previewed, count })}</p>;
  return <WhatWillHappen preview={{ outcome, mails, isUnderWay: false, errors: {} }} others={effects} />;
}

const without = (numbers: ReadonlySet<number>, number: number): Set<number> => {
  const next = new Set(numbers);
  next.delete(number);
  return next;
};

function Subheading({ statement }: { statement: Import }) {
  const { text, countText } = useLanguage();
  const { files, lines, read_by: by, read_at: at } = statement;
  const done = lines.filter(({ result }) => result !== null).length;
  return (
    <>
      {[
        files.map(({ name }) => name).join(', '),
        countText(lines.length, { one: '{count} line', other: '{count} lines' }),
        done === 0 ? text('nothing is booked yet') : text('{done} of {count} done', { done, count: lines.length }),
        text('read by {name}', { name: by }),
      ].join(' · ')}{' '}
      <Moment at={at} />
    </>
  );
}

function RunningDays({ statement }: { statement: Import }) {
  const { text } = useLanguage();
  const change = useChange();
  return (
    <Checkbox
      id="statement-running"
      label={text('Also book intraday transactions (camt.052)')}
      checked={statement.running_days}
      onChange={({ currentTarget: { checked } }) =>
        void change.run('statement-running-days', { import: statement.import, on: checked })
      }
    />
  );
}
