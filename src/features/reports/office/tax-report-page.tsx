import type { OfficeAnswer } from '#browser/office-calls.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import type { Language } from '#kernel/language.ts';
import { decimalFigure, formatMoney } from '#kernel/money.ts';
import { useLanguage } from '#ui/language.ts';
import { Figures } from '#ui/office/figures.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { TAX_FIGURES, type TaxFigureName } from '../domain/tax-figures.ts';
import styles from './report.module.css';
import { useReportAddress } from './report-address.ts';
import { ReportPage } from './report-page.tsx';

type Row = OfficeAnswer<'report-tax'>['rows'][number];

const ROWS = '/reports/tax/rows';

/** Tax by country and rate, from the documents, compared with the ledger. */
export default function TaxReportPage() {
  const language = useLanguage();
  const { text } = language;
  const shop = useShopSettings();
  const address = useReportAddress('last-month');
  const query = useOfficeCall('report-tax', address.days);
  const columns = [text('Documents'), text('Net'), text('Tax'), text('Gross')];
  const ledgerColumns = [text('Tax of documents'), text('Tax in the ledger'), text('Difference')];
  const names = text('Country and rate');
  const money = (amount: number) => formatMoney(amount, shop);
  const figure = (amount: number) => decimalFigure(amount, shop.currencyDigits);
  const rateText = (basisPoints: number) => `${(basisPoints / 100).toLocaleString(shop.locale)}%`;
  const nameOf = (row: Row) => `${countryText(row.country, language, shop.locale)}, ${rateText(row.tax_basis_points)}`;
  return (
    <ReportPage
      page="/reports/tax"
      address={address}
      query={query}
      csv={({ rows, total, rates }) => [
        [names, ...columns],
        ...[...rows.map((row) => [nameOf(row), row] as const), [text('Total'), total] as const].map(([name, row]) => [
          name,
          String(row.documents),
          ...[row.net, row.tax, row.gross].map(figure),
        ]),
        [text('Rate'), ...ledgerColumns],
        ...rates.map(({ tax_basis_points: rate, documents, ledger }) => [
          rateText(rate),
          ...[documents, ledger, documents - ledger].map(figure),
        ]),
      ]}
    >
      {({ rows, total, rates }) => {
        const figuresOf = (row: Omit<Row, 'key' | 'country' | 'tax_basis_points'>, part: Record<string, string>) => {
          const listOf = (figure: TaxFigureName) =>
            row.documents === 0 ? undefined : address.addressOf(ROWS, { ...part, figure });
          return [
            { words: String(row.documents), to: listOf('gross') },
            ...TAX_FIGURES.map((figure) => ({ words: money(row[figure]), to: listOf(figure) })),
          ];
        };
        return (
          <>
            <Panel heading={text('Tax by country and rate')} flush>
              <Figures
                caption={text('Tax by country and rate')}
                names={names}
                columns={columns}
                rows={rows.map((row) => ({
                  key: row.key,
                  name: nameOf(row),
                  figures: figuresOf(row, {
                    country: row.country === '' ? 'event' : row.country,
                    rate: String(row.tax_basis_points),
                  }),
                }))}
                total={{ key: 'total', name: text('Total'), figures: figuresOf(total, {}) }}
              />
              <p className={styles.remark}>
                {text(
                  'From the documents issued in these days: credit notes are deducted, and so is what a final invoice deducts because it was invoiced on account. Goods count for the country of delivery, everything else for the place of the event.',
                )}
              </p>
            </Panel>
            <Panel heading={text('Compared with the ledger')} flush>
              <Figures
                caption={text('Compared with the ledger')}
                names={text('Rate')}
                columns={ledgerColumns}
                rows={rates.map(({ tax_basis_points: rate, documents, ledger }) => ({
                  key: String(rate),
                  name: rateText(rate),
                  figures: [documents, ledger, documents - ledger].map((amount) => ({ words: money(amount) })),
                }))}
              />
              <p className={styles.remark}>
                {text(
                  'The ledger books the full sale with the first payment, and a refund when it is accepted; documents follow once everything is paid. So they differ by active plans, short payments and refunds in progress.',
                )}
              </p>
            </Panel>
          </>
        );
      }}
    </ReportPage>
  );
}

function countryText(country: string, { text }: Language, locale: string): string {
  const nameOf = (code: string) => new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;
  if (country === '') return text('Place of the event');
  if (country.startsWith('mixed:'))
    return text('Place of the event and {country}', { country: nameOf(country.slice('mixed:'.length)) });
  return nameOf(country);
}
