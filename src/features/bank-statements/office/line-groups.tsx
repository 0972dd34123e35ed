import { useRef, useState } from 'react';
import { formatShortDay } from '#kernel/dates.ts';
import { markedText } from '#kernel/language.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { List } from '#ui/office/list.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import type { Choice } from './kept-choices.ts';
import { LineActions } from './line-actions.tsx';
import { LineResult } from './line-result.tsx';
import { RecordedMoney } from './recorded-money.tsx';
import { statementMoney, sumText } from './statement-money.ts';
import type { Line, LineDialogContent } from './statement-page.tsx';
import styles from './statements.module.css';

type Group = Line['group'];

const groupNames: Readonly<Record<Group, string>> = {
  certain: markedText('Certain'),
  likely: markedText('Likely'),
  unknown: markedText('Unknown'),
  payout: markedText('Provider payouts'),
  money_out: markedText('Money out'),
  stopped: markedText('Cannot be booked'),
  done: markedText('Booked'),
  ignored: markedText('Ignored'),
  booked: markedText('Already booked'),
};

/** The rest of a group is shown on request. */
const FIRST_ROWS = 6;

export interface LineGroupsProps {
  importId: number;
  lines: readonly Line[];
  choices: ReadonlyMap<number, Choice>;
  leftOut: ReadonlySet<number>;
  /** Why lines cannot be booked now, by number. */
  refusals: ReadonlyMap<number, string>;
  onChoose: (line: Line, choice: Choice | null) => void;
  onLeaveOut: (line: Line, isLeftOut: boolean) => void;
  onOpenDialog: (content: LineDialogContent) => void;
}

/** The lines grouped by match, with the actions for each. */
export function LineGroups(props: LineGroupsProps) {
  return (Object.keys(groupNames) as Group[]).map((group) => {
    const lines = props.lines.filter((line) => line.group === group);
    return lines.length > 0 && <GroupOfLines key={group} {...props} group={group} lines={lines} />;
  });
}

function GroupOfLines({ group, lines, ...props }: LineGroupsProps & { group: Group }) {
  const { text, countText, translate } = useLanguage();
  const settings = useShopSettings();
  const box = useRef<HTMLDivElement>(null);
  const [isExpanded, setExpanded] = useState(false);
  // The index of the candidate that is shown for a line, by the line's number.
  const [shownOf, setShownOf] = useState<ReadonlyMap<number, number>>(new Map());
  const isCollapsed = (group === 'certain' || group === 'done') && !isExpanded;
  const shown = isCollapsed ? lines.slice(0, FIRST_ROWS) : lines;
  const hidden = lines.slice(shown.length);
  const isOpen = group === 'likely' || group === 'unknown';
  const isPast = group === 'done' || group === 'ignored' || group === 'booked';
  const candidateOf = (line: Line) => line.choices[shownOf.get(line.number) ?? 0];

  const list = (
    <div ref={box} className={styles.lines}>
      <List
        caption={translate(groupNames[group])}
        rows={shown}
        rowKey={({ number }) => String(number)}
        isCurrent={({ number }) => props.choices.has(number)}
        columns={[
          {
            key: 'day',
            header: text('Day'),
            fits: 'whole',
            cell: ({ day }) =>
              day === null ? '–' : formatShortDay(`${day}T12:00:00Z`, { ...settings, timezone: 'UTC' }),
          },
          {
            key: 'who',
            header: text('Payer and text'),
            cell: (line) => (
              <>
                {line.party || '–'}
                <small className={styles.words}>{line.text}</small>
              </>
            ),
          },
          {
            key: 'amount',
            header: text('Amount'),
            align: 'end',
            cell: ({ amount, currency }) =>
              amount === null ? '–' : <span className="tabular">{statementMoney(amount, currency, settings)}</span>,
          },
          {
            key: 'why',
            header: isPast ? text('Result') : text('What it is'),
            inBlock: 'line',
            cell: (line) =>
              isPast ? (
                <LineResult line={line} />
              ) : (
                <Why line={line} choice={props.choices.get(line.number)} refusal={props.refusals.get(line.number)} />
              ),
          },
          {
            key: 'actions',
            header: <span className="visually-hidden">{text('Actions')}</span>,
            inBlock: 'line',
            cell: (line) => (
              <LineActions
                importId={props.importId}
                line={line}
                choice={props.choices.get(line.number)}
                isLeftOut={props.leftOut.has(line.number)}
                candidate={candidateOf(line)}
                onStep={(step) =>
                  setShownOf((earlier) => {
                    const count = line.choices.length;
                    const next = ((earlier.get(line.number) ?? 0) + step + count) % Math.max(1, count);
                    return new Map([...earlier, [line.number, next]]);
                  })
                }
                onChoose={(choice) => {
                  props.onChoose(line, choice);
                  if (choice) focusNext(box.current, line.number, lines, props.choices);
                }}
                onMove={(step) => focusLine(box.current, lines, line.number, step)}
                onLeaveOut={(isLeftOut) => props.onLeaveOut(line, isLeftOut)}
                onOpenDialog={(what) => props.onOpenDialog({ what, line })}
              />
            ),
          },
        ]}
      />
      {hidden.length > 0 && (
        <p className={styles.more}>
          <Button kind="secondary" small onClick={() => setExpanded(true)}>
            {countText(hidden.length, { one: 'Show {count} more', other: 'Show {count} more' })}
          </Button>{' '}
          <small>{sumText(hidden, settings)}</small>
        </p>
      )}
    </div>
  );
  const count = countText(lines.length, { one: '{count} line', other: '{count} lines' });
  const total = sumText(lines, settings);
  if (group === 'booked') {
    return (
      <details className={styles.before}>
        <summary>
          {translate(groupNames[group])} ({[count, total].filter(Boolean).join(', ')})
        </summary>
        {list}
      </details>
    );
  }
  return (
    <Panel
      heading={translate(groupNames[group])}
      note={
        <>
          {count}
          {isOpen && <Keys hasChoices={group === 'likely'} />}
        </>
      }
      actions={<b>{total}</b>}
      flush
    >
      {list}
    </Panel>
  );
}

/** The keys that work while a button of a row has the focus. */
function Keys({ hasChoices }: { hasChoices: boolean }) {
  const { text } = useLanguage();
  return (
    <span className={styles.keys}>
      {hasChoices && (
        <span>
          <kbd>{text('Enter')}</kbd> {text('accept')}
        </span>
      )}
      {hasChoices && (
        <span>
          <kbd>←</kbd> <kbd>→</kbd> {text('other order')}
        </span>
      )}
      <span>
        <kbd>S</kbd> {text('search')}
      </span>
      <span>
        <kbd>U</kbd> {text('without an order')}
      </span>
      <span>
        <kbd>I</kbd> {text('ignore')}
      </span>
    </span>
  );
}

function Why({ line, choice, refusal }: { line: Line; choice: Choice | undefined; refusal: string | undefined }) {
  const { text } = useLanguage();
  const order = choice?.how === 'order' ? choice.order : (line.pays ?? null);
  return (
    <>
      {choice?.how === 'without_order' ? (
        <b>{text('Money without an order')}</b>
      ) : (
        order !== null && (
          <b>
            <Link to={`/orders/${order.replace(/-\d{1,2}$/, '')}`}>{order}</Link>
          </b>
        )
      )}
      <small className={styles.words}>{isByHand(line, choice) ? text('chosen by hand') : line.why}</small>
      <RecordedMoney recorded={line.recorded} />
      {refusal !== undefined && <small className={styles.refusal}>{refusal}</small>}
      {line.undone && <small className={styles.words}>{text('Undone; it can be booked again.')}</small>}
    </>
  );
}

/** Whether a person chose something that the match does not suggest, so that its reason does not apply. */
const isByHand = ({ pays, choices }: Line, choice: Choice | undefined): boolean =>
  choice?.how === 'without_order' ||
  (choice?.how === 'order' && choice.order !== pays && choices.every(({ order }) => order !== choice.order));

const buttonOf = (box: HTMLElement | null, number: number): HTMLElement | null =>
  box?.querySelector<HTMLElement>(`[data-line="${number}"] button`) ?? null;

function focusLine(box: HTMLElement | null, lines: readonly Line[], number: number, step: 1 | -1): void {
  const at = lines.findIndex((line) => line.number === number);
  const next = lines[at + step];
  if (next) buttonOf(box, next.number)?.focus();
}

/** After a decision the focus moves to the next open line; if there is none, it stays. */
function focusNext(
  box: HTMLElement | null,
  number: number,
  lines: readonly Line[],
  choices: ReadonlyMap<number, Choice>,
): void {
  const next = lines.find((line) => line.number > number && !choices.has(line.number));
  buttonOf(box, next?.number ?? number)?.focus();
}
