import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { statusTone } from '#features/desk/office/public.tsx';
import { partlyPaid } from '#features/orders/words/partly-paid.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { formatShortDay } from '#kernel/dates.ts';
import { markedText } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import { useLanguage } from '#ui/language.ts';
import { Amount, AmountHead } from '#ui/office/amount.tsx';
import { List } from '#ui/office/list.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import { sortIn } from '../domain/list-sort.ts';
import { type PlanViewName, planViews } from '../domain/plan-filter.ts';
import { instalmentStateText, methodNames } from '../words/list-words.ts';
import { countedBy, momentsIn, type ParameterOf, useListAddress } from './list-address.ts';
import styles from './list-page.module.css';
import { ListPage } from './list-page.tsx';
import { usePages } from './use-pages.ts';
import { withDefaultView } from './with-default-view.tsx';

type Row = OfficeAnswer<'plans-list'>['rows'][number];

const viewNames: Readonly<Record<PlanViewName, string>> = {
  open: markedText('Open'),
  overdue: markedText('Overdue'),
  paid: markedText('Paid'),
  ended: markedText('Ended'),
  all: markedText('All'),
};

/** The instalments of payment plans. Each leads to its order. */
function PlansPage() {
  const { text, translate, countText } = useLanguage();
  const { shopName } = useStaffSession();
  const settings = useShopSettings();
  const list = useListAddress('/money/plans', planViews[0]);
  const filter = filterIn(list.parameter, settings.timezone);
  usePageTitle(text('Instalments'), shopName);
  const sort = sortIn('/money/plans', list.parameter('sort'));
  const pages = usePages(
    ['plans-list', filter, sort],
    (after: string | null, options) => officeCall('plans-list', { filter, sort, after }, options),
    { refetchesOnFocus: true },
  );
  return (
    <ListPage
      page="/money/plans"
      pages={pages}
      list={list}
      sub={({ count, paid, amount }) =>
        text('{count}, {paid} of {total} paid', {
          count: countText(count, { one: '{count} instalment', other: '{count} instalments' }),
          paid: formatMoney(paid, settings),
          total: formatMoney(amount, settings),
        })
      }
      views={planViews.map((view) => ({ view, label: translate(viewNames[view]) }))}
      columns={{
        buyer: text('Buyer'),
        due: text('Due##date'),
        method: text('Paid by'),
        state: text('State'),
        paid: text('Paid'),
        amount: text('Amount'),
      }}
      exports={(part, options) => officeCall('plans-export', { filter, sort, ...part }, options)}
      filters={[
        { kind: 'text', label: text('Reference, order, name') },
        { kind: 'days', label: text('Due##date'), isAhead: true },
        {
          kind: 'choice',
          name: 'method',
          label: text('Paid by'),
          options: (['credit_card', 'bank_transfer'] as const).map((value) => ({
            value,
            label: translate(methodNames[value]),
          })),
        },
      ]}
      counts={(queries, { all, ...options }) =>
        officeCall('plans-count', { filters: queries.map(countedBy(filterIn, settings.timezone)), all }, options)
      }
      rowAddress={({ order }) => `/orders/${order}`}
      failed={text('The instalments did not load')}
      nothing={text('No matching instalments')}
      empty={text('Instalments appear here once somebody orders on a payment plan.')}
    >
      {(rows) => <Rows rows={rows} />}
    </ListPage>
  );
}

export default withDefaultView('/money/plans', PlansPage);

const filterIn = (parameter: ParameterOf, timezone: string) => ({
  view: planViews.find((one) => one === parameter('view')) ?? planViews[0],
  text: parameter('q'),
  method: (['credit_card', 'bank_transfer'] as const).find((one) => one === parameter('method')) ?? null,
  ...momentsIn(parameter, timezone),
});

function Rows({ rows }: { rows: readonly Row[] }) {
  const language = useLanguage();
  const { text, translate, countText } = language;
  const settings = useShopSettings();
  return (
    <List
      caption={text('Instalments')}
      rows={rows}
      rowKey={({ reference }) => reference}
      href={({ order }) => `/orders/${order}`}
      columns={[
        {
          key: 'instalment',
          header: text('Instalment'),
          fits: 'whole',
          cell: ({ reference }) => <b>{reference}</b>,
        },
        { key: 'buyer', header: text('Buyer'), fits: 'name', cell: ({ customer_name: name }) => name },
        {
          key: 'due',
          header: text('Due##date'),
          fits: 'whole',
          cell: ({ due_at: at }) => formatShortDay(at, settings),
        },
        {
          key: 'method',
          header: text('Paid by'),
          cell: ({ method, attempts }) => (
            <>
              {translate(methodNames[method])}
              {attempts > 0 && (
                <small className={styles.below}>
                  {countText(attempts, { one: 'tried {count} time', other: 'tried {count} times' })}
                </small>
              )}
            </>
          ),
          wideOnly: true,
        },
        {
          key: 'state',
          header: text('State'),
          fits: 'whole',
          inBlock: 'aside',
          cell: ({ status, is_overdue: isOverdue }) => (
            <StatusChip tone={isOverdue ? 'bad' : statusTone[status]}>
              {instalmentStateText(language, status, isOverdue)}
            </StatusChip>
          ),
        },
        {
          key: 'paid',
          header: <AmountHead name={text('Paid')} />,
          align: 'end',
          cell: ({ paid }) => <Amount amount={paid} />,
          wideOnly: true,
        },
        {
          key: 'amount',
          header: <AmountHead name={text('Amount')} />,
          align: 'end',
          cell: ({ amount, paid, status }) => {
            const paidText = status === 'cancelled' ? null : partlyPaid({ amount, paid }, settings);
            return (
              <>
                <Amount amount={amount} />
                {paidText && <small className={styles.below}>{translate(paidText)}</small>}
              </>
            );
          },
        },
      ]}
    />
  );
}
