import type { OfficeAnswer } from '#browser/office-calls.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { providerName } from '#features/payments/domain/provider-name.ts';
import { markedText } from '#kernel/language.ts';
import { decimalFigure, formatMoney } from '#kernel/money.ts';
import { useLanguage } from '#ui/language.ts';
import { Figures } from '#ui/office/figures.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { MONEY_GROUPS, type MoneyGroup } from '../domain/money-groups.ts';
import { daysOfGroup, isTimeGroup } from '../domain/time-groups.ts';
import { groupText } from './day-texts.ts';
import styles from './report.module.css';
import { type ReportAddress, useReportAddress } from './report-address.ts';
import { ReportChart } from './report-chart.tsx';
import { ReportPage } from './report-page.tsx';

type Row = OfficeAnswer<'report-money'>['rows'][number];

const groupNames: Readonly<Record<MoneyGroup, string>> = {
  way: markedText('Bank or provider'),
  day: markedText('Day'),
  week: markedText('Week'),
  month: markedText('Month'),
};

const columns = ['in', 'out', 'taken', 'moved', 'change'] as const;

const columnNames: Readonly<Record<(typeof columns)[number], string>> = {
  in: markedText('Money in'),
  out: markedText('Refunds out'),
  taken: markedText('Chargebacks'),
  moved: markedText('Payouts'),
  change: markedText('Change'),
};

const ROWS = '/reports/money/rows';

/** Days on which nothing was booked are left out of the table. */
const isShown = (row: Row) => columns.some((column) => row[column] !== 0);

/** How the balances at the bank and the payment providers changed. */
export default function MoneyReportPage() {
  const language = useLanguage();
  const { text, translate } = language;
  const shop = useShopSettings();
  const address = useReportAddress();
  const by = MONEY_GROUPS.find((one) => one === address.parameter('by')) ?? 'way';
  const query = useOfficeCall('report-money', { ...address.days, by });
  const nameOf = ({ key }: Row) => {
    if (isTimeGroup(by)) return groupText(key, by, language, shop.locale);
    return key === 'bank' ? text('Bank') : providerName(key);
  };
  const names = translate(groupNames[by]);
  const headings = columns.map((column) => translate(columnNames[column]));
  return (
    <ReportPage
      page="/reports/money"
      address={address}
      query={query}
      groups={{ by, options: MONEY_GROUPS.map((value) => ({ value, label: translate(groupNames[value]) })) }}
      csv={({ rows, total }) => [
        [names, ...headings],
        ...[...rows.filter(isShown).map((row) => [nameOf(row), row] as const), [text('Total'), total] as const].map(
          ([name, row]) => [name, ...columns.map((column) => decimalFigure(row[column], shop.currencyDigits))],
        ),
      ]}
    >
      {({ rows, total }) => {
        const figuresOf = (row: Omit<Row, 'key'>, more: Record<string, string>) =>
          columns.map((column) => ({
            words: formatMoney(row[column], shop),
            to: row[column] === 0 ? undefined : address.addressOf(ROWS, { column, ...more }),
          }));
        return (
          <>
            {isTimeGroup(by) && (
              <ReportChart
                heading={text('Money in')}
                by={by}
                bars={rows.map((row) => ({
                  key: row.key,
                  value: row.in,
                  to: address.addressOf(ROWS, { column: 'in', ...partOf(row, by, address) }),
                }))}
              />
            )}
            <Panel heading={text('Money in and out')} flush>
              <Figures
                caption={text('Money in and out')}
                names={names}
                columns={headings}
                rows={rows.filter(isShown).map((row) => ({
                  key: row.key,
                  name: nameOf(row),
                  figures: figuresOf(row, partOf(row, by, address)),
                }))}
                total={{ key: 'total', name: text('Total'), figures: figuresOf(total, {}) }}
              />
              <p className={styles.remark}>
                {text(
                  'From the ledger, by the day of booking. Payouts move money from a provider to the bank; their total is what the providers kept as fees. Change is the total change of the ledger’s accounts.',
                )}
              </p>
            </Panel>
          </>
        );
      }}
    </ReportPage>
  );
}

/** Returns the part of an address that lists the rows behind this row. */
const partOf = ({ key }: Row, by: MoneyGroup, { days }: ReportAddress): Record<string, string> =>
  isTimeGroup(by) ? daysOfGroup(key, by, days) : { way: key };
