import { useOfficeCall } from '#browser/use-office-call.ts';
import { markedText } from '#kernel/language.ts';
import { decimalFigure, formatMoney } from '#kernel/money.ts';
import { useLanguage } from '#ui/language.ts';
import { Figures } from '#ui/office/figures.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { RECEIVABLE_GROUPS, type ReceivableGroup } from '../domain/receivable-groups.ts';
import { receivableName } from './present-names.ts';
import styles from './report.module.css';
import { useReportAddress } from './report-address.ts';
import { ReportPage } from './report-page.tsx';

const groupNames: Readonly<Record<ReceivableGroup, string>> = {
  age: markedText('Age'),
  month: markedText('Month'),
};

const ROWS = '/reports/receivables/rows';

/** What customers owe now. */
export default function ReceivablesPage() {
  const language = useLanguage();
  const { text, translate } = language;
  const shop = useShopSettings();
  const address = useReportAddress();
  const by = RECEIVABLE_GROUPS.find((one) => one === address.parameter('by')) ?? 'age';
  const query = useOfficeCall('report-receivables', { by });
  const columns = [text('Payments'), text('Open')];
  const names = translate(groupNames[by]);
  return (
    <ReportPage
      page="/reports/receivables"
      address={address}
      query={query}
      hasDays={false}
      groups={{ by, options: RECEIVABLE_GROUPS.map((value) => ({ value, label: translate(groupNames[value]) })) }}
      csv={({ rows, total }) => [
        [names, ...columns],
        ...rows.map(({ key, parts, amount }) => [
          receivableName(key, by, language),
          String(parts),
          decimalFigure(amount, shop.currencyDigits),
        ]),
        [text('Total'), String(total.parts), decimalFigure(total.amount, shop.currencyDigits)],
      ]}
    >
      {({ rows, total, ledger }) => {
        const figuresOf = ({ parts, amount }: { parts: number; amount: number }, to: string) => [
          { words: String(parts), to },
          { words: formatMoney(amount, shop), to },
        ];
        return (
          <Panel heading={text('Receivables')} flush>
            <Figures
              caption={text('Receivables')}
              names={names}
              columns={columns}
              rows={rows.map((row) => ({
                key: row.key,
                name: receivableName(row.key, by, language),
                figures: figuresOf(row, `${ROWS}?${new URLSearchParams({ by, group: row.key })}`),
              }))}
              total={{ key: 'total', name: text('Total'), figures: figuresOf(total, `${ROWS}?by=${by}`) }}
            />
            <p className={styles.remark}>
              {text(
                'Open payments of orders that have been partly paid. Orders without any payment are not counted: nothing is owed before the first payment. According to the ledger, customers owe {amount}.',
                { amount: formatMoney(ledger, shop) },
              )}
            </p>
          </Panel>
        );
      }}
    </ReportPage>
  );
}
