import { Suspense, useState } from 'react';
import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { statusTone } from '#features/desk/office/public.tsx';
import { MAX_DECIDED } from '#features/refunds/domain/max-decided.ts';
import { DecideRefunds } from '#features/refunds/office/public.tsx';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { markedText } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import { useLanguage } from '#ui/language.ts';
import { Amount, AmountHead } from '#ui/office/amount.tsx';
import { KeyArea } from '#ui/office/key-hints.tsx';
import { List, type ListChoice } from '#ui/office/list.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { SelectionBar } from '#ui/office/selection-bar.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import { sortIn } from '../domain/list-sort.ts';
import { type RefundViewName, refundViews } from '../domain/refund-filter.ts';
import { refundStateText, refundWayText } from '../words/list-words.ts';
import { countedBy, momentsIn, type ParameterOf, useListAddress } from './list-address.ts';
import styles from './list-page.module.css';
import { ListPage } from './list-page.tsx';
import { usePages } from './use-pages.ts';
import { withDefaultView } from './with-default-view.tsx';

type Row = OfficeAnswer<'refunds-list'>['rows'][number];

const viewNames: Readonly<Record<RefundViewName, string>> = {
  to_decide: markedText('To decide'),
  being_paid: markedText('Being paid out'),
  problem: markedText('Not paid out'),
  paid: markedText('Paid out'),
  not_refunded: markedText('Declined or cancelled'),
  all: markedText('All'),
};

const ways = ['card', 'bank'] as const;
const AGES = [3, 7, 14, 30];
/** As in the inbox. */
const DECISION_KEYS = ['a', 'r'];

/** Refunds, the waiting ones oldest first. Requests can be decided here, several at once. */
function RefundsPage() {
  const language = useLanguage();
  const { text, translate, countText } = language;
  const { shopName, person, may } = useStaffSession();
  const settings = useShopSettings();
  // Only those who decide have work waiting here; the others look up refunds.
  const list = useListAddress('/money/refunds', refundViews[0], may('refunds.decide') ? '' : 'view=all');
  const filter = filterIn(list.parameter, settings.timezone);
  const [chosenKeys, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [decision, setDecision] = useState<'approve' | 'refuse' | null>(null);
  usePageTitle(text('Refunds'), shopName);
  const sort = sortIn('/money/refunds', list.parameter('sort'));
  const pages = usePages(
    ['refunds-list', filter, sort],
    (after: string | null, options) => officeCall('refunds-list', { filter, sort, after }, options),
    { refetchesOnFocus: true },
  );
  const canDecide = may('refunds.decide') && filter.view === 'to_decide';
  const shown = pages.query.data?.pages.flatMap(({ rows }) => rows) ?? [];
  // Only refunds on the page: a filter may have hidden other refunds, and a colleague may have decided some.
  const chosen = canDecide ? shown.filter(({ code }) => chosenKeys.has(code)).slice(0, MAX_DECIDED) : [];
  const total = formatMoney(
    chosen.reduce((sum, refund) => sum + refund.total, 0),
    settings,
  );
  const choose = (keys: readonly string[], { isChosen }: { isChosen: boolean }) =>
    setChosen((before) => {
      const after = new Set(before);
      for (const key of keys) {
        if (isChosen) after.add(key);
        else after.delete(key);
      }
      return after;
    });
  return (
    <>
      <ListPage
        page="/money/refunds"
        pages={pages}
        list={list}
        sub={({ count, total: all }) =>
          `${countText(count, { one: '{count} refund', other: '{count} refunds' })} · ${formatMoney(all, settings)}`
        }
        views={refundViews.map((view) => ({ view, label: translate(viewNames[view]) }))}
        columns={{
          requested: text('Requested'),
          way: text('Method'),
          state: text('State'),
          kept: text('Fee kept'),
          total: text('Total'),
        }}
        exports={(part, options) => officeCall('refunds-export', { filter, sort, ...part }, options)}
        filters={[
          { kind: 'text', label: text('Refund, order, name') },
          { kind: 'days', label: text('Requested') },
          {
            kind: 'choice',
            name: 'age',
            label: text('Age'),
            options: AGES.map((days) => ({
              value: String(days),
              label: countText(days, { one: '{count} day or more', other: '{count} days or more' }),
            })),
          },
          {
            kind: 'choice',
            name: 'way',
            label: text('Method'),
            options: [
              { value: 'card', label: refundWayText(language, { toCard: true }) },
              { value: 'bank', label: refundWayText(language, { toCard: false }) },
            ],
          },
        ]}
        counts={(queries, { all, ...options }) =>
          officeCall('refunds-count', { filters: queries.map(countedBy(filterIn, settings.timezone)), all }, options)
        }
        rowAddress={({ order }) => `/orders/${order}`}
        failed={text('The refunds did not load')}
        nothing={
          filter.view === 'to_decide' ? text('No refunds are waiting for a decision') : text('No matching refunds')
        }
      >
        {(rows) => (
          <Rows
            rows={rows}
            choice={
              canDecide
                ? {
                    isChosen: ({ code }) => chosenKeys.has(code),
                    choose: ({ code }, isChosen) => choose([code], { isChosen }),
                    chooseShown: (isChosen) =>
                      choose(
                        rows.map(({ code }) => code),
                        { isChosen },
                      ),
                    label: ({ code }) => text('Select {name}', { name: code }),
                    labelOfShown: text('Select all shown'),
                  }
                : undefined
            }
          />
        )}
      </ListPage>
      <KeyArea isOn={person.uses_shortcuts} letters={DECISION_KEYS} className={styles.decisions}>
        <SelectionBar
          count={chosen.length}
          note={total}
          actions={[
            { label: text('Approve…'), letter: 'a', onPress: () => setDecision('approve') },
            { label: text('Decline…'), letter: 'r', onPress: () => setDecision('refuse') },
          ]}
          onClear={() => setChosen(new Set())}
        />
      </KeyArea>
      <Suspense>
        {decision && (
          <Deciding
            decision={decision}
            refunds={chosen}
            onClose={() => setDecision(null)}
            onDecided={(codes) => choose(codes, { isChosen: false })}
          />
        )}
      </Suspense>
    </>
  );
}

export default withDefaultView('/money/refunds', RefundsPage);

/** Keeps the refunds that were selected when the dialog opened, because decided ones leave the list. */
function Deciding({ refunds, ...props }: Parameters<typeof DecideRefunds>[0]) {
  const [opened] = useState(refunds);
  return <DecideRefunds refunds={opened} {...props} />;
}

const filterIn = (parameter: ParameterOf, timezone: string) => ({
  view: refundViews.find((one) => one === parameter('view')) ?? refundViews[0],
  text: parameter('q'),
  way: ways.find((one) => one === parameter('way')) ?? null,
  older_than_days: AGES.find((days) => String(days) === parameter('age')) ?? null,
  ...momentsIn(parameter, timezone),
});

function Rows({ rows, choice }: { rows: readonly Row[]; choice: ListChoice<Row> | undefined }) {
  const language = useLanguage();
  const { text } = language;
  const settings = useShopSettings();
  return (
    <List
      caption={text('Refunds')}
      rows={rows}
      rowKey={({ code }) => code}
      href={({ order }) => `/orders/${order}`}
      {...(choice && { choice })}
      columns={[
        {
          key: 'refund',
          header: text('Refund'),
          fits: 'name',
          cell: ({ code, customer_name: name }) => (
            <>
              <b>{code}</b>
              <small className={styles.below}>{name}</small>
            </>
          ),
        },
        {
          key: 'requested',
          header: text('Requested'),
          fits: 'whole',
          cell: ({ requested_at: at }) => <Moment at={at} />,
        },
        {
          key: 'way',
          header: text('Method'),
          cell: ({ to_card: toCard, file }) => (
            <>
              {refundWayText(language, { toCard })}
              {file && <small className={styles.below}>{file}</small>}
            </>
          ),
          wideOnly: true,
        },
        {
          key: 'state',
          header: text('State'),
          fits: 'whole',
          inBlock: 'aside',
          cell: (refund) => (
            <span className={styles.chips}>
              <StatusChip tone={statusTone[refund.status]}>
                {refundStateText(language, refund.status, refund.is_refused)}
              </StatusChip>
              <Marks refund={refund} />
            </span>
          ),
        },
        {
          key: 'kept',
          header: <AmountHead name={text('Fee kept')} />,
          align: 'end',
          cell: ({ fees_kept: kept, not_refunded: rest }) => (
            <>
              {kept === 0 ? '–' : <Amount amount={kept} />}
              {rest > 0 && (
                <small className={styles.below}>
                  {text('{amount} not refunded', { amount: formatMoney(rest, settings) })}
                </small>
              )}
            </>
          ),
          wideOnly: true,
        },
        {
          key: 'total',
          header: <AmountHead name={text('Total')} />,
          align: 'end',
          cell: ({ total }) => <Amount amount={total} />,
        },
      ]}
    />
  );
}

/** Marks what the person who decides should look at first. */
function Marks({ refund }: { refund: Row }) {
  const { text } = useLanguage();
  return (
    <>
      {refund.has_order_problem && <StatusChip tone="bad">{text('Order has a problem')}</StatusChip>}
      {refund.needs_account && <StatusChip tone="warn">{text('No account')}</StatusChip>}
      {refund.is_whole_plan && <StatusChip tone="neutral">{text('Payment plan')}</StatusChip>}
      {refund.by_operator && <StatusChip tone="neutral">{text('Without a request')}</StatusChip>}
    </>
  );
}
