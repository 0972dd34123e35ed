import type { ReactNode } from 'react';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { NeedsYou } from '#features/operator-notices/office/public.tsx';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { roleDuties, roleNames } from '#features/staff/words/roles.ts';
import { formatDate, formatDay, formatTime } from '#kernel/dates.ts';
import { formatMoney } from '#kernel/money.ts';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { PageHead } from '#ui/office/page-head.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { NextDays } from './next-days.tsx';
import { Sales } from './sales.tsx';
import styles from './today.module.css';

type Today = OfficeAnswer<'today'>;

/** The first page: what needs attention, what was sold, what is coming up. Empty blocks are left out. */
export default function TodayPage() {
  const { text } = useLanguage();
  const { shopName, may } = useStaffSession();
  usePageTitle(text('Today'), shopName);
  const query = useOfficeCall('today', {});
  return (
    <>
      <PageHead heading={text('Today')} sub={query.data && <DayLine today={query.data} />} />
      <QueryState query={query} failed={text('Today did not load')}>
        {(today) => (
          <div className={styles.blocks}>
            {may('orders.see') && <NeedsYou className={styles.needs} />}
            <Figures today={today} />
            <Sales today={today} />
            <NextDays today={today} />
            <Coming today={today} />
            <LowStock today={today} />
            {today.placed === null && today.next === null && <Duties />}
          </div>
        )}
      </QueryState>
    </>
  );
}

function DayLine({ today }: { today: Today }) {
  const { text, countText } = useLanguage();
  const settings = useShopSettings();
  const day = formatDay(today.as_of, settings, { year: true });
  const time = text('as of {time}', { time: formatTime(today.as_of, settings) });
  const event = today.next_event;
  if (event === null) return text('{day} · {time}', { day, time });
  const wait = countText(
    event.days,
    { one: '{count} day to {event}', other: '{count} days to {event}' },
    { event: event.name },
  );
  return text('{day} · {wait} · {time}', { day, wait, time });
}

/** Explains the person's roles if they may see none of the blocks. */
function Duties() {
  const { translate } = useLanguage();
  const { person } = useStaffSession();
  return person.roles.map((role) => (
    <Panel key={role} heading={translate(roleNames[role])} className={styles.wide}>
      <p>{translate(roleDuties[role])}</p>
    </Panel>
  ));
}

interface Figure {
  name: string;
  now: string;
  before: string;
  /** The address of its list; null for people who may not see it. */
  to: string | null;
}

function Figures({ today }: { today: Today }) {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  const settings = useShopSettings();
  const { placed, sold, money, as_of: asOf } = today;
  const sum = (amount: number) => formatMoney(amount, settings);
  const sales = may('reports.sales') ? '/today/sales' : null;
  const figures: Figure[] = [
    ...(placed
      ? [
          {
            name: text('Orders'),
            now: String(placed.orders.now),
            before: String(placed.orders.last_week),
            to: sales,
          },
          {
            name: text('Tickets'),
            now: String(placed.tickets.now),
            before: String(placed.tickets.last_week),
            to: sales,
          },
        ]
      : []),
    ...(sold ? [{ name: text('Sold'), now: sum(sold.now), before: sum(sold.last_week), to: sales }] : []),
    ...(money
      ? [
          {
            name: text('Money in'),
            now: sum(money.received.now),
            before: sum(money.received.last_week),
            to: '/today/money-in',
          },
          {
            name: text('Refunds out'),
            now: sum(money.paid_back.now),
            before: sum(money.paid_back.last_week),
            to: '/today/refunds-out',
          },
        ]
      : []),
  ];
  if (figures.length === 0) return null;
  const weekAgo = new Date(Date.parse(asOf) - 7 * 86_400_000);
  return (
    <Panel
      heading={text('Today')}
      flush
      className={styles.figuresPanel}
      actions={
        <span className={styles.than}>
          {text('A week ago: {day}, until {time}', {
            day: formatDay(weekAgo, settings),
            time: formatTime(asOf, settings),
          })}
        </span>
      }
    >
      <dl className={styles.figures}>
        {figures.map(({ name, now, before, to }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={styles.now}>{to === null ? now : <Link to={to}>{now}</Link>}</dd>
            <dd className={styles.than}>
              <span className="visually-hidden">{text('A week ago')} </span>
              {before}
            </dd>
          </div>
        ))}
      </dl>
      {sold && money && (
        <p className={styles.remark}>
          {text(
            'Sold counts what was ordered today. Money in counts what was booked today, including for older orders.',
          )}
        </p>
      )}
    </Panel>
  );
}

function Coming({ today: { coming } }: { today: Today }) {
  const { text } = useLanguage();
  const settings = useShopSettings();
  if (!coming) return null;
  const rows = [
    { key: 'overdue', name: text('Overdue'), ...coming.overdue },
    { key: 'in_7_days', name: text('Due within 7 days'), ...coming.in_7_days },
    { key: 'in_30_days', name: text('Due within 30 days'), ...coming.in_30_days },
  ].filter(({ parts }) => parts > 0);
  if (rows.length === 0) return null;
  return (
    <Panel heading={text('Upcoming payments')} flush>
      <SmallTable
        caption={text('Upcoming payments')}
        names={[text('Payment plan instalments'), text('Instalments'), text('Total')]}
        rows={rows.map(({ key, name, parts, amount }) => ({
          key,
          cells: [
            <Link key="name" to={`/today/plans?due=${key}`}>
              {name}
            </Link>,
            parts,
            formatMoney(amount, settings),
          ],
        }))}
      />
    </Panel>
  );
}

function LowStock({ today: { low } }: { today: Today }) {
  const { text } = useLanguage();
  const settings = useShopSettings();
  if (!low || low.length === 0) return null;
  return (
    <Panel heading={text('Low stock')} flush>
      <SmallTable
        caption={text('Low stock')}
        names={[text('Item'), text('Left')]}
        rows={low.map(({ key, name, at, timezone, sold, held, capacity }) => ({
          key,
          cells: [
            at === null
              ? name
              : `${name}, ${formatDate(at, { ...settings, timezone })} ${formatTime(at, { ...settings, timezone })}`,
            text('{left} of {capacity}', { left: (capacity ?? 0) - sold - held, capacity: capacity ?? 0 }),
          ],
        }))}
      />
    </Panel>
  );
}

interface SmallTableProps {
  caption: string;
  names: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

/** A few rows; all columns but the first are numbers. */
function SmallTable({ caption, names, rows }: SmallTableProps) {
  return (
    <table className={styles.small}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {names.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, index) => (
              <td key={names[index]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
