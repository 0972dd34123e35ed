import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { useLanguage } from '#ui/language.ts';
import { Amount, AmountHead } from '#ui/office/amount.tsx';
import { List } from '#ui/office/list.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { sortIn } from '../domain/list-sort.ts';
import { countedBy, momentsIn, type ParameterOf, useListAddress } from './list-address.ts';
import { ListPage } from './list-page.tsx';
import { usePages } from './use-pages.ts';
import { withDefaultView } from './with-default-view.tsx';

type Row = OfficeAnswer<'people-list'>['rows'][number];

/** Customers, latest first. Each leads to the account's orders. */
function PeoplePage() {
  const { text, countText } = useLanguage();
  const { shopName } = useStaffSession();
  const { timezone } = useShopSettings();
  const list = useListAddress('/people');
  const filter = filterIn(list.parameter, timezone);
  usePageTitle(text('People'), shopName);
  const sort = sortIn('/people', list.parameter('sort'));
  const pages = usePages(['people-list', filter, sort], (after: number | null, options) =>
    officeCall('people-list', { filter, sort, after }, options),
  );
  return (
    <ListPage
      page="/people"
      pages={pages}
      list={list}
      sub={({ count }) => countText(count, { one: '{count} person', other: '{count} people' })}
      columns={{
        email: text('Email'),
        known: text('First seen'),
        last: text('Last order'),
        orders: text('Orders'),
        paid: text('Paid'),
      }}
      exports={(part, options) => officeCall('people-export', { filter, sort, ...part }, options)}
      filters={[
        { kind: 'text', label: text('Name, email, order') },
        { kind: 'days', label: text('First seen') },
      ]}
      counts={(queries, { all, ...options }) =>
        officeCall('people-count', { filters: queries.map(countedBy(filterIn, timezone)), all }, options)
      }
      newestAt={({ created_at: at }) => at}
      failed={text('The people did not load')}
      nothing={text('No matching people')}
      empty={text('Customers appear here once they place an order or create an account.')}
    >
      {(rows) => <Rows rows={rows} />}
    </ListPage>
  );
}

export default withDefaultView('/people', PeoplePage);

const filterIn = (parameter: ParameterOf, timezone: string) => ({
  text: parameter('q'),
  ...momentsIn(parameter, timezone),
});

function Rows({ rows }: { rows: readonly Row[] }) {
  const { text } = useLanguage();
  return (
    <List
      caption={text('People')}
      rows={rows}
      rowKey={({ id }) => String(id)}
      href={({ id }) => `/orders?customer=${id}`}
      columns={[
        {
          key: 'name',
          fits: 'name',
          header: text('Name'),
          cell: ({ full_name: name }) => <b>{name || text('No name')}</b>,
        },
        { key: 'email', header: text('Email'), fits: 'name', cell: ({ email }) => email },
        {
          key: 'known',
          header: text('First seen'),
          fits: 'whole',
          cell: ({ created_at: at }) => <Moment at={at} />,
          wideOnly: true,
        },
        {
          key: 'last',
          header: text('Last order'),
          fits: 'whole',
          cell: ({ last_order_at: at }) => (at ? <Moment at={at} /> : text('None')),
          wideOnly: true,
        },
        { key: 'orders', header: text('Orders'), align: 'end', cell: ({ orders }) => orders, wideOnly: true },
        {
          key: 'paid',
          header: <AmountHead name={text('Paid')} />,
          align: 'end',
          cell: ({ paid }) => <Amount amount={paid} />,
        },
      ]}
    />
  );
}
