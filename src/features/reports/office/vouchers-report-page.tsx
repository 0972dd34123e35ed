import { useOfficeCall } from '#browser/use-office-call.ts';
import { decimalFigure, formatMoney } from '#kernel/money.ts';
import { useLanguage } from '#ui/language.ts';
import { Figures } from '#ui/office/figures.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import styles from './report.module.css';
import { useReportAddress } from './report-address.ts';
import { ReportPage } from './report-page.tsx';

interface Used {
  uses: number;
  discount: number;
  sold: number;
}

/** What vouchers were used for. */
export default function VouchersReportPage() {
  const { text } = useLanguage();
  const shop = useShopSettings();
  const address = useReportAddress();
  const query = useOfficeCall('report-vouchers', address.days);
  const columns = [text('Uses'), text('Discount'), text('Sold')];
  const figure = (amount: number) => decimalFigure(amount, shop.currencyDigits);
  return (
    <ReportPage
      page="/reports/vouchers"
      address={address}
      query={query}
      csv={({ rows, total }) => [
        [text('Voucher'), text('Code'), ...columns],
        ...[...rows, { name: text('Total'), code: null, ...total }].map(({ name, code, uses, discount, sold }) => [
          name,
          code ?? '',
          String(uses),
          figure(discount),
          figure(sold),
        ]),
      ]}
    >
      {({ rows, total }) => {
        const figuresOf = ({ uses, discount, sold }: Used, listOf: (figure: string) => string | undefined) => [
          { words: String(uses), to: listOf('sold') },
          { words: formatMoney(discount, shop), to: listOf('discount') },
          { words: formatMoney(sold, shop), to: listOf('sold') },
        ];
        return (
          <Panel heading={text('Vouchers')} flush>
            <Figures
              caption={text('Vouchers')}
              names={text('Voucher')}
              columns={columns}
              rows={rows.map((row) => ({
                key: row.key,
                name: (
                  <>
                    {row.name}
                    {row.code !== null && <small>{row.code}</small>}
                  </>
                ),
                figures: figuresOf(row, (figure) =>
                  address.addressOf('/reports/sales/rows', { voucher: row.key, figure }),
                ),
              }))}
              total={{ key: 'total', name: text('Total'), figures: figuresOf(total, () => undefined) }}
            />
            <p className={styles.remark}>
              {text(
                'Orders placed in these days that have not ended. Sold is what the orders cost after the discount.',
              )}
            </p>
          </Panel>
        );
      }}
    </ReportPage>
  );
}
