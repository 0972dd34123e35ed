import { useOfficeCall } from '#browser/use-office-call.ts';
import { decimalFigure, formatMoney } from '#kernel/money.ts';
import { useLanguage } from '#ui/language.ts';
import { Figures } from '#ui/office/figures.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { liabilityNames } from './present-names.ts';
import styles from './report.module.css';
import { useReportAddress } from './report-address.ts';
import { ReportPage } from './report-page.tsx';

/** What the shop owes now. */
export default function LiabilityPage() {
  const { text, translate } = useLanguage();
  const shop = useShopSettings();
  const address = useReportAddress();
  const query = useOfficeCall('report-liability', {});
  const columns = [text('Rows'), text('Owed')];
  const nameOf = (key: string) => translate(liabilityNames[key as keyof typeof liabilityNames]);
  return (
    <ReportPage
      page="/reports/liability"
      address={address}
      query={query}
      hasDays={false}
      csv={({ rows, total }) => [
        [text('What'), ...columns],
        ...rows.map(({ key, count, amount }) => [
          nameOf(key),
          String(count),
          decimalFigure(amount, shop.currencyDigits),
        ]),
        [text('Total'), String(total.count), decimalFigure(total.amount, shop.currencyDigits)],
      ]}
    >
      {({ rows, total }) => {
        const figuresOf = ({ count, amount }: { count: number; amount: number }, to: string | undefined) => [
          { words: String(count), to: count === 0 ? undefined : to },
          { words: formatMoney(amount, shop), to: count === 0 ? undefined : to },
        ];
        return (
          <Panel heading={text('Liabilities')} flush>
            <Figures
              caption={text('Liabilities')}
              names={text('What')}
              columns={columns}
              rows={rows.map((row) => ({
                key: row.key,
                name: nameOf(row.key),
                figures: figuresOf(row, `/reports/liability/rows?kind=${row.key}`),
              }))}
              total={{ key: 'total', name: text('Total'), figures: figuresOf(total, undefined) }}
            />
            <p className={styles.remark}>{text('What the shop owes to others now, according to the ledger.')}</p>
          </Panel>
        );
      }}
    </ReportPage>
  );
}
