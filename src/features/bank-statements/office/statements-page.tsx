import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type DragEvent, useId, useState } from 'react';
import { ApiError } from '#browser/api-error.ts';
import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer, OfficeRequest } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { usePageTabs, useStaffSession } from '#features/staff/office/public.tsx';
import { formatDay } from '#kernel/dates.ts';
import { markedText } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { List } from '#ui/office/list.tsx';
import { PageHead } from '#ui/office/page-head.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { Money } from '#ui/price.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { MOST_OFFICE_BYTES } from '../domain/most-office-bytes.ts';
import { base64Of } from './base64-of.ts';
import styles from './statements-page.module.css';

type Source = Pick<OfficeRequest<'statement-read'>, 'files' | 'csv' | 'running_days'>;
type Read = OfficeAnswer<'statement-read'>;
type Line = Read['lines'][number];
type Group = Line['group'];
type Result = OfficeAnswer<'statement-book'>['results'][number];

/** What somebody decided about a line that is not certain: an order's code, `WITHOUT_ORDER`, or '' to leave it. */
type Choice = string;
const WITHOUT_ORDER = '*';
const TOGETHER = '+';

/** Lines are booked this many at a time, so that a long statement shows how far it is. */
const AT_ONCE = 50;

const groupNames: Readonly<Record<Group, string>> = {
  certain: markedText('Certain'),
  likely: markedText('Likely'),
  unknown: markedText('Unknown'),
  payout: markedText('Provider payouts'),
  money_out: markedText('Money out'),
  stopped: markedText('Cannot be booked'),
  booked: markedText('Already booked'),
};

/** Imports bank statements: shows what each line would book, asks about uncertain lines, and then books them all. */
export default function StatementsPage() {
  const { text, translate } = useLanguage();
  const { shopName } = useStaffSession();
  const { name, ...tabs } = usePageTabs('/money/statements');
  const [source, setSource] = useState<Source | null>(null);
  const [read, setRead] = useState<Read | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  usePageTitle(name, shopName);

  const take = async (wanted: Source) => {
    setSource(wanted);
    setRead(null);
    setFailure(null);
    setBusy(true);
    try {
      setRead(await officeCall('statement-read', wanted));
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setFailure(translate(thrown.errors.files?.[0] ?? thrown.message));
    } finally {
      setBusy(false);
    }
  };
  const takeFiles = async (chosen: FileList | null) => {
    const files = [...(chosen ?? [])];
    if (files.length === 0) return;
    if (files.reduce((all, { size }) => all + size, 0) > MOST_OFFICE_BYTES) {
      setFailure(
        text('Together, these files are larger than 3 MB. Import them one at a time, or on the command line.'),
      );
      return;
    }
    const contents = await Promise.all(files.map(async (file) => ({ name: file.name, content: await base64Of(file) })));
    await take({ files: contents, csv: source?.csv ?? null, running_days: source?.running_days ?? false });
  };

  return (
    <>
      <PageHead
        heading={name}
        {...tabs}
        sub={text(
          'camt.053, .052 and .054, MT940 and CSV, or ZIP files of these. Nothing is booked until you confirm.',
        )}
      />
      <div className={styles.stack}>
        <Panel heading={text('Files')} hidesHeading>
          <FileDrop isBusy={isBusy} onFiles={(files) => void takeFiles(files)} />
          {source && (
            <div className={styles.options}>
              {read && read.csv_formats.length > 1 && (
                <SelectField
                  id="statement-csv"
                  label={text('CSV format')}
                  value={source.csv ?? ''}
                  options={[
                    { value: '', label: text('Choose') },
                    ...read.csv_formats.map((name) => ({ value: name, label: name })),
                  ]}
                  onChange={({ currentTarget: { value } }) => void take({ ...source, csv: value || null })}
                />
              )}
              <Checkbox
                id="statement-running"
                label={text('Also book intraday transactions (camt.052)')}
                checked={source.running_days ?? false}
                onChange={({ currentTarget: { checked } }) => void take({ ...source, running_days: checked })}
              />
            </div>
          )}
          {failure !== null && <Notice tone="bad">{failure}</Notice>}
        </Panel>
        {source && read && (
          <Statement
            key={read.lines.map(({ mark }) => mark).join()}
            source={source}
            read={read}
            onAgain={() => take(source)}
          />
        )}
      </div>
    </>
  );
}

function FileDrop({ isBusy, onFiles }: { isBusy: boolean; onFiles: (files: FileList | null) => void }) {
  const { text } = useLanguage();
  const id = useId();
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field inside does the same without a mouse.
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label htmlFor={id}>{isBusy ? text('Reading the files') : text('Choose files or drop them here')}</label>
      <input
        id={id}
        type="file"
        multiple
        disabled={isBusy}
        accept=".xml,.sta,.mt940,.940,.txt,.csv,.zip"
        onChange={({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
          onFiles(currentTarget.files);
          currentTarget.value = '';
        }}
      />
    </div>
  );
}

function Statement({ source, read, onAgain }: { source: Source; read: Read; onAgain: () => void }) {
  const { text, countText } = useLanguage();
  const settings = useShopSettings();
  const queries = useQueryClient();
  const [choices, setChoices] = useState<ReadonlyMap<number, Choice>>(new Map());
  const [results, setResults] = useState<ReadonlyMap<number, Result>>(new Map());
  const [done, setDone] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { translate } = useLanguage();
  const wanted = read.lines.filter(
    ({ number, is_sure: isSure }) => !results.has(number) && (isSure || (choices.get(number) ?? '') !== ''),
  );
  const sum = wanted.reduce((all, { amount }) => all + Math.max(0, amount ?? 0), 0);
  const isWorking = done !== null;
  const lines = countText(wanted.length, { one: '{count} line', other: '{count} lines' });

  const book = async () => {
    setFailure(null);
    try {
      for (let at = 0; at < wanted.length; at += AT_ONCE) {
        setDone(at);
        const some = wanted.slice(at, at + AT_ONCE).map(({ number, mark }) => {
          const choice = choices.get(number) ?? '';
          const isOrder = choice !== '' && choice !== WITHOUT_ORDER && choice !== TOGETHER;
          return { number, mark, order: isOrder ? choice : null, without_order: choice === WITHOUT_ORDER };
        });
        const answer = await officeCall('statement-book', { ...source, lines: some });
        setResults((earlier) => new Map([...earlier, ...answer.results.map((one) => [one.number, one] as const)]));
      }
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setFailure(translate(thrown.message));
    } finally {
      setDone(null);
      // Orders, inbox and figures show the money.
      void queries.invalidateQueries();
    }
  };

  return (
    <>
      <Panel heading={text('File contents')}>
        <ul className={styles.statements}>
          {read.statements.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
            <li key={index}>
              <b>{one.file}</b>{' '}
              {[
                one.account,
                countText(one.lines, { one: '{count} line', other: '{count} lines' }),
                one.balance === 'fits' ? text('the balance matches') : text('the balance could not be checked'),
              ]
                .filter(Boolean)
                .join(', ')}
            </li>
          ))}
        </ul>
        <div className={styles.press}>
          <Button busy={isWorking} unavailable={wanted.length === 0} onClick={() => void book()}>
            {wanted.length === 0
              ? text('Book')
              : sum > 0
                ? text('Book {lines} ({sum})', { lines, sum: formatMoney(sum, settings) })
                : text('Book {lines}', { lines })}
          </Button>
          <p role="status">
            {isWorking && text('{done} of {count} done', { done, count: wanted.length + results.size })}
            {!isWorking && results.size > 0 && <Summary results={[...results.values()]} />}
          </p>
        </div>
        {failure !== null && (
          <Notice tone="bad">
            {failure} {text('Lines already booked stay booked. Read the files again to continue.')}{' '}
            <Button kind="text" small onClick={onAgain}>
              {text('Read again')}
            </Button>
          </Notice>
        )}
      </Panel>
      {(Object.keys(groupNames) as Group[]).map((group) => {
        const lines = read.lines.filter((line) => line.group === group);
        return (
          lines.length > 0 && (
            <GroupOfLines
              key={group}
              group={group}
              lines={lines}
              choices={choices}
              results={results}
              onChoose={(number, choice) => setChoices((earlier) => new Map([...earlier, [number, choice]]))}
            />
          )
        );
      })}
    </>
  );
}

function Summary({ results }: { results: readonly Result[] }) {
  const { text, countText } = useLanguage();
  const ofKind = (...kinds: Result['kind'][]) => results.filter(({ kind }) => kinds.includes(kind)).length;
  const booked = ofKind('booked', 'payout_arrived', 'refunds_paid', 'refund_returned');
  const left = ofKind('changed', 'refund_refused', 'left');
  return [
    countText(booked, { one: '{count} line booked', other: '{count} lines booked' }),
    ...(ofKind('booked_before') > 0 ? [text('{count} already booked', { count: ofKind('booked_before') })] : []),
    ...(left > 0 ? [text('{count} skipped', { count: left })] : []),
  ].join(', ');
}

interface GroupProps {
  group: Group;
  lines: readonly Line[];
  choices: ReadonlyMap<number, Choice>;
  results: ReadonlyMap<number, Result>;
  onChoose: (number: number, choice: Choice) => void;
}

function GroupOfLines({ group, lines, choices, results, onChoose }: GroupProps) {
  const { text, translate } = useLanguage();
  const settings = useShopSettings();
  const incoming = lines.reduce((all, { amount }) => all + Math.max(0, amount ?? 0), 0);
  const list = (
    <List
      caption={translate(groupNames[group])}
      rows={lines}
      rowKey={({ number }) => String(number)}
      columns={[
        {
          key: 'day',
          header: text('Day'),
          cell: ({ day }) => (day === null ? '–' : formatDay(`${day}T12:00:00Z`, { ...settings, timezone: 'UTC' })),
        },
        {
          key: 'who',
          header: text('Payer and text'),
          cell: (line) => (
            <>
              {line.party || '–'}
              <small className={styles.said}>{line.text}</small>
            </>
          ),
        },
        {
          key: 'why',
          header: group === 'likely' || group === 'unknown' ? text('Your decision') : text('What it is'),
          cell: (line) => {
            const result = results.get(line.number);
            if (result) return <Outcome result={result} />;
            if (group === 'likely' || group === 'unknown') {
              return <Decision line={line} choice={choices.get(line.number) ?? ''} onChoose={onChoose} />;
            }
            return line.why;
          },
        },
        {
          key: 'amount',
          header: text('Amount'),
          align: 'end',
          cell: ({ amount, currency }) =>
            amount === null ? '–' : currency === settings.currency ? <Money amount={amount} /> : currency,
        },
      ]}
    />
  );
  const note = incoming > 0 ? `${lines.length} · ${formatMoney(incoming, settings)}` : String(lines.length);
  if (group !== 'booked') {
    return (
      <Panel heading={translate(groupNames[group])} note={note} flush>
        {list}
      </Panel>
    );
  }
  return (
    <details className={styles.before}>
      <summary>
        {translate(groupNames[group])} ({note})
      </summary>
      {list}
    </details>
  );
}

function Decision({ line, choice, onChoose }: { line: Line; choice: Choice; onChoose: GroupProps['onChoose'] }) {
  const { text } = useLanguage();
  return (
    <div className={styles.decision}>
      <SelectField
        id={`line-${line.number}`}
        label={line.why}
        value={choice}
        options={[
          { value: '', label: text('Skip') },
          ...(line.group === 'likely' && line.choices.length === 0
            ? [{ value: TOGETHER, label: text('Book to these orders') }]
            : []),
          ...line.choices.map(({ order, words }) => ({
            value: order,
            label: text('Book to {order}', { order: words }),
          })),
          { value: WITHOUT_ORDER, label: text('Book as money without an order') },
        ]}
        onChange={({ currentTarget: { value } }) => onChoose(line.number, value)}
      />
    </div>
  );
}

const outcomes: Readonly<Record<Result['kind'], string>> = {
  booked: markedText('Booked'),
  booked_before: markedText('Already booked'),
  payout_arrived: markedText('The payout has arrived'),
  refunds_paid: markedText('Refund paid'),
  refund_returned: markedText('The refund was returned and is waiting in the inbox'),
  refund_refused: markedText('Skipped: the refund has changed in the meantime'),
  changed: markedText('Skipped: something has changed since the files were read. Read them again.'),
  left: markedText('Skipped'),
};

function Outcome({ result }: { result: Result }) {
  const { text, translate } = useLanguage();
  return (
    <>
      {translate(outcomes[result.kind])}{' '}
      {result.orders.map((code) => (
        <Link key={code} to={`/orders/${code}`}>
          {code}
        </Link>
      ))}
      {result.refunds.join(', ')}
      {result.waiting.map((receipt) => (
        <small key={receipt} className={styles.said}>
          <Link to={`/inbox/${encodeURIComponent(`receipt:${receipt}`)}`}>{text('Waiting in the inbox')}</Link>
        </small>
      ))}
    </>
  );
}
