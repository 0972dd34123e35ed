import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { OpenDocument } from '#features/invoices/office/public.tsx';
import { seriesNames } from '#features/invoices/words/staff/series-names.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { markedText } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { List } from '#ui/office/list.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import { type InvoiceViewName, invoiceViews } from '../domain/invoice-filter.ts';
import { sortIn } from '../domain/list-sort.ts';
import { countedBy, momentsIn, type ParameterOf, useListAddress } from './list-address.ts';
import styles from './list-page.module.css';
import { ListPage } from './list-page.tsx';
import { usePages } from './use-pages.ts';
import { withDefaultView } from './with-default-view.tsx';

type Row = OfficeAnswer<'invoices-list'>['rows'][number];

const viewNames: Readonly<Record<InvoiceViewName, string>> = {
  all: markedText('All'),
  invoice: markedText('Invoices'),
  advance: markedText('Payments on account'),
  credit_note: markedText('Credit notes'),
};

/** Invoices and credit notes, latest first. A number opens its PDF. */
function InvoicesPage() {
  const { text, translate, countText } = useLanguage();
  const { shopName } = useStaffSession();
  const { timezone } = useShopSettings();
  const list = useListAddress('/money/invoices');
  const filter = filterIn(list.parameter, timezone);
  usePageTitle(text('Invoices'), shopName);
  const sort = sortIn('/money/invoices', list.parameter('sort'));
  const pages = usePages(['invoices-list', filter, sort], (after: string | null, options) =>
    officeCall('invoices-list', { filter, sort, after }, options),
  );
  return (
    <ListPage
      page="/money/invoices"
      pages={pages}
      list={list}
      sub={({ count }) => countText(count, { one: '{count} document', other: '{count} documents' })}
      views={invoiceViews.map((view) => ({ view, label: translate(viewNames[view]) }))}
      columns={{
        kind: text('Kind'),
        issued: text('Issued'),
        order: text('Order'),
        tax: text('Tax'),
        gross: text('Gross'),
      }}
      exports={(part, options) => officeCall('invoices-export', { filter, sort, ...part }, options)}
      filters={[
        { kind: 'text', label: text('Number, order, name') },
        { kind: 'days', label: text('Issued') },
      ]}
      counts={(queries, { all, ...options }) =>
        officeCall('invoices-count', { filters: queries.map(countedBy(filterIn, timezone)), all }, options)
      }
      newestAt={({ issued_at: at }) => at}
      failed={text('The invoices did not load')}
      nothing={text('No matching documents')}
      empty={text('Invoices and credit notes appear here once they are issued.')}
    >
      {(rows) => <Rows rows={rows} />}
    </ListPage>
  );
}

export default withDefaultView('/money/invoices', InvoicesPage);

const filterIn = (parameter: ParameterOf, timezone: string) => ({
  view: invoiceViews.find((one) => one === parameter('view')) ?? 'all',
  text: parameter('q'),
  ...momentsIn(parameter, timezone),
});

function Rows({ rows }: { rows: readonly Row[] }) {
  const { text, translate, countText } = useLanguage();
  const settings = useShopSettings();
  const money = (amount: number, currency: string) => (
    <span className="tabular">{formatMoney(amount, { ...settings, currency })}</span>
  );
  return (
    <List
      caption={text('Invoices')}
      rows={rows}
      rowKey={({ number }) => number}
      columns={[
        {
          key: 'number',
          header: text('Number'),
          fits: 'whole',
          cell: ({ number }) => <OpenDocument number={number} />,
        },
        {
          key: 'kind',
          header: text('Kind'),
          cell: ({ series, corrects, missing }) => (
            <>
              {translate(seriesNames[series])}
              {corrects !== null && (
                <small className={styles.below}>{text('Corrects {number}', { number: corrects })}</small>
              )}
              {missing > 0 && (
                <StatusChip tone="bad">
                  {countText(missing, {
                    one: '{count} number is missing here',
                    other: '{count} numbers are missing here',
                  })}
                </StatusChip>
              )}
            </>
          ),
        },
        {
          key: 'issued',
          header: text('Issued'),
          fits: 'whole',
          cell: ({ issued_at: at }) => <Moment at={at} />,
          wideOnly: true,
        },
        {
          key: 'order',
          header: text('Order'),
          fits: 'name',
          cell: ({ order, buyer }) => (
            <>
              <Link to={`/orders/${order}`}>{order}</Link>
              {buyer && <small className={styles.below}>{buyer}</small>}
            </>
          ),
        },
        {
          key: 'tax',
          header: text('Tax'),
          align: 'end',
          cell: ({ tax, currency }) => money(tax, currency),
          wideOnly: true,
        },
        { key: 'gross', header: text('Gross'), align: 'end', cell: ({ gross, currency }) => money(gross, currency) },
      ]}
    />
  );
}
