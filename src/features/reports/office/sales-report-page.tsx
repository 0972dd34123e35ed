import type { OfficeAnswer } from '#browser/office-calls.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { type Language, markedText } from '#kernel/language.ts';
import { decimalFigure, formatMoney } from '#kernel/money.ts';
import { useLanguage } from '#ui/language.ts';
import { Figures } from '#ui/office/figures.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { NO_EVENT, SALES_GROUPS, type SalesGroup, SHIPPING } from '../domain/sales-groups.ts';
import { daysOfGroup, isTimeGroup } from '../domain/time-groups.ts';
import { groupText } from './day-texts.ts';
import styles from './report.module.css';
import { type ReportAddress, useReportAddress } from './report-address.ts';
import { ReportChart } from './report-chart.tsx';
import { ReportPage } from './report-page.tsx';

type Row = OfficeAnswer<'report-sales'>['rows'][number];

const groupNames: Readonly<Record<SalesGroup, string>> = {
  day: markedText('Day'),
  week: markedText('Week'),
  month: markedText('Month'),
  item: markedText('Item'),
  event: markedText('Event'),
  channel: markedText('Channel'),
};

const ROWS = '/reports/sales/rows';

/** Days on which nothing was ordered are left out of the table. */
const isShown = ({ orders, sold, tickets, goods }: Row) => [orders ?? 0, sold, tickets, goods].some((one) => one !== 0);

/** What was sold, by time, item, event or channel. */
export default function SalesReportPage() {
  const language = useLanguage();
  const { text, translate } = language;
  const shop = useShopSettings();
  const address = useReportAddress();
  const by = SALES_GROUPS.find((one) => one === address.parameter('by')) ?? 'day';
  const query = useOfficeCall('report-sales', { ...address.days, by });
  const countsOrders = by !== 'item' && by !== 'event';
  const columns = [...(countsOrders ? [text('Orders')] : []), text('Tickets'), text('Goods'), text('Sold')];
  const nameOf = (row: Row) => rowName(row, by, language, shop.locale);
  const names = translate(groupNames[by]);
  return (
    <ReportPage
      page="/reports/sales"
      address={address}
      query={query}
      groups={{ by, options: SALES_GROUPS.map((value) => ({ value, label: translate(groupNames[value]) })) }}
      csv={({ rows, total }) => [
        [names, ...columns],
        ...[...rows.filter(isShown).map((row) => [nameOf(row), row] as const), [text('Total'), total] as const].map(
          ([name, row]) => [
            name,
            ...(countsOrders ? [String(row.orders)] : []),
            String(row.tickets),
            String(row.goods),
            decimalFigure(row.sold, shop.currencyDigits),
          ],
        ),
      ]}
    >
      {({ rows, total }) => {
        const figuresOf = (row: Omit<Row, 'key'>, to: string) => [
          ...(countsOrders ? [{ words: String(row.orders), to }] : []),
          { words: String(row.tickets), to: row.tickets === 0 ? undefined : to },
          { words: String(row.goods), to: row.goods === 0 ? undefined : to },
          { words: formatMoney(row.sold, shop), to },
        ];
        return (
          <>
            {isTimeGroup(by) && (
              <ReportChart
                heading={text('Sold')}
                by={by}
                bars={rows.map((row) => ({ key: row.key, value: row.sold, to: rowAddress(row, by, address) }))}
              />
            )}
            <Panel heading={text('Sales')} flush>
              <Figures
                caption={text('Sales')}
                names={names}
                columns={columns}
                rows={rows.filter(isShown).map((row) => ({
                  key: row.key,
                  name: nameOf(row),
                  figures: figuresOf(row, rowAddress(row, by, address)),
                }))}
                total={{ key: 'total', name: text('Total'), figures: figuresOf(total, address.addressOf(ROWS)) }}
              />
              <p className={styles.remark}>
                {text(
                  'Sold is the value of orders placed in these days that have not ended, with fees and shipping and after discounts, whether or not they are paid. Refunds are not deducted.',
                )}
              </p>
            </Panel>
          </>
        );
      }}
    </ReportPage>
  );
}

function rowName({ key, name }: Row, by: SalesGroup, language: Language, locale: string): string {
  if (isTimeGroup(by)) return groupText(key, by, language, locale);
  if (key === SHIPPING) return language.text('Shipping');
  if (key === NO_EVENT) return language.text('Without an event');
  return name ?? key;
}

function rowAddress({ key }: Row, by: SalesGroup, address: ReportAddress): string {
  if (isTimeGroup(by)) return address.addressOf(ROWS, daysOfGroup(key, by, address.days));
  return address.addressOf(ROWS, { [by]: key });
}
