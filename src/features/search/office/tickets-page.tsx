import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useChoice } from '#features/bulk/office/public.tsx';
import { itemTone } from '#features/desk/office/public.tsx';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { itemStatuses } from '#features/tickets/domain/item-status.ts';
import { itemStatusNames } from '#features/tickets/words/staff/status-names.ts';
import { formatTravelTime } from '#kernel/dates.ts';
import { markedText } from '#kernel/language.ts';
import { useLanguage } from '#ui/language.ts';
import { List } from '#ui/office/list.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import { sortIn } from '../domain/list-sort.ts';
import { type TicketViewName, ticketViews } from '../domain/ticket-filter.ts';
import { ticketStateText } from '../words/list-words.ts';
import { countedBy, type ParameterOf, useListAddress } from './list-address.ts';
import type { ListFilter } from './list-filters.tsx';
import styles from './list-page.module.css';
import { ListPage } from './list-page.tsx';
import { TicketBulk } from './order-bulk.tsx';
import { usePages } from './use-pages.ts';
import { withDefaultView } from './with-default-view.tsx';

type Page = OfficeAnswer<'tickets-list'>;
type Row = Page['rows'][number];

const viewNames: Readonly<Record<TicketViewName, string>> = {
  all: markedText('Active'),
  unpaid: markedText('Not paid in full'),
  refund: markedText('In refund'),
  ended: markedText('Ended'),
};

/** Issued tickets, latest first. Each leads to its order. */
function TicketsPage() {
  const { text, translate, countText } = useLanguage();
  const { shopName } = useStaffSession();
  const list = useListAddress('/tickets');
  const settings = useShopSettings();
  const filter = filterIn(list.parameter);
  usePageTitle(text('Tickets'), shopName);
  const sort = sortIn('/tickets', list.parameter('sort'));
  const pages = usePages(
    ['tickets-list', filter, sort],
    (after: number | null, options) => officeCall('tickets-list', { filter, sort, after }, options),
    { refetchesOnFocus: true },
  );
  const first = pages.query.data?.pages[0];
  const filters: ListFilter[] = [
    { kind: 'text', label: text('Holder, email, code') },
    {
      kind: 'choice',
      name: 'item',
      label: text('Item'),
      options: first?.items.map(({ code, name }) => ({ value: code, label: name })) ?? null,
    },
    // Without an item there are no departures to choose from.
    ...(filter.item === null && list.parameter('departure') === ''
      ? []
      : [
          {
            kind: 'choice' as const,
            name: 'departure',
            label: text('Departure'),
            options:
              first?.departures.map(({ id, departs_at: at, timezone }) => ({
                value: String(id),
                label: formatTravelTime(at, timezone, settings),
              })) ?? null,
          },
        ]),
    {
      kind: 'choice',
      name: 'status',
      label: text('State'),
      options: itemStatuses.map((value) => ({ value, label: translate(itemStatusNames[value]) })),
    },
  ];
  return (
    <ListPage
      page="/tickets"
      pages={pages}
      list={list}
      sub={({ count }) => countText(count, { one: '{count} ticket', other: '{count} tickets' })}
      views={ticketViews.map((view) => ({ view, label: translate(viewNames[view]) }))}
      columns={{
        email: text('Email'),
        item: text('Ticket'),
        state: text('State'),
        order: text('Order'),
        issued: text('Issued'),
      }}
      exports={(part, options) => officeCall('tickets-export', { filter, sort, ...part }, options)}
      filters={filters}
      counts={(queries, { all, ...options }) =>
        officeCall('tickets-count', { filters: queries.map(countedBy(filterIn)), all }, options)
      }
      rowAddress={addressOf}
      failed={text('The tickets did not load')}
      nothing={text('No matching tickets')}
      empty={text('Tickets appear here once an order is paid.')}
    >
      {(rows) => <Rows rows={rows} filter={filter} first={pages.query.data!.pages[0]!} />}
    </ListPage>
  );
}

export default withDefaultView('/tickets', TicketsPage);

const addressOf = ({ order }: Row): string => `/orders/${order}`;

const filterIn = (parameter: ParameterOf) => ({
  view: ticketViews.find((one) => one === parameter('view')) ?? 'all',
  text: parameter('q'),
  status: itemStatuses.find((one) => one === parameter('status')) ?? null,
  item: parameter('item') || null,
  departure: Number(parameter('departure')) || null,
});

interface RowsProps {
  rows: readonly Row[];
  filter: ReturnType<typeof filterIn>;
  first: Page;
}

function Rows({ rows, filter, first }: RowsProps) {
  const choice = useChoice(rows, ({ id }) => String(id), filter);
  const language = useLanguage();
  const { text } = language;
  const settings = useShopSettings();
  const list = (
    <List
      caption={text('Tickets')}
      choice={choice?.list}
      rows={rows}
      rowKey={({ id }) => String(id)}
      href={addressOf}
      columns={[
        {
          key: 'holder',
          fits: 'name',
          header: text('Holder'),
          cell: ({ full_name: name }) => <b>{name || text('No name')}</b>,
        },
        { key: 'email', header: text('Email'), fits: 'name', cell: ({ email }) => email, wideOnly: true },
        {
          key: 'item',
          header: text('Ticket'),
          fits: 'rest',
          cell: ({ item, departs_at: at, timezone }) => (
            <>
              {item}
              {at && <small className={styles.below}>{formatTravelTime(at, timezone, settings)}</small>}
            </>
          ),
        },
        {
          key: 'state',
          header: text('State'),
          fits: 'whole',
          inBlock: 'aside',
          cell: ({ status, is_pending: isPending }) => (
            <StatusChip tone={isPending && status === 'active' ? 'warn' : itemTone[status]}>
              {ticketStateText(language, status, isPending)}
            </StatusChip>
          ),
        },
        {
          key: 'order',
          header: text('Order'),
          fits: 'whole',
          cell: ({ order }) => order,
          wideOnly: true,
        },
        {
          key: 'issued',
          header: text('Issued'),
          fits: 'whole',
          cell: ({ issued_at: at }) => <Moment at={at} />,
          wideOnly: true,
        },
      ]}
    />
  );
  return (
    <>
      {list}
      {choice && <TicketBulk choice={choice} filter={filter} first={first} />}
    </>
  );
}
