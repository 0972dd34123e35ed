import { formatDay } from '#kernel/dates.ts';
import { inGroups } from '#kernel/in-groups.ts';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { List } from '#ui/office/list.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import type { Columns } from './csv-answer.ts';
import columnStyles from './csv-columns.module.css';
import { statementMoney } from './statement-money.ts';
import styles from './statements.module.css';

/** Shows how the first lines of a CSV would be read, and which lines cannot be read. */
export function CsvLines({ lines, count, unreadable, reasons }: Columns) {
  const { text, countText } = useLanguage();
  const settings = useShopSettings();
  return (
    <section className={columnStyles.lines}>
      <h3>
        {text('Preview')}{' '}
        <small>
          {countText(count, { one: '{count} line', other: '{count} lines' })}
          {count > lines.length && `, ${text('the first {count}', { count: lines.length })}`}
        </small>
      </h3>
      <List
        caption={text('Preview')}
        rows={lines.map((line, index) => ({ ...line, index }))}
        rowKey={({ index }) => String(index)}
        columns={[
          {
            key: 'day',
            header: text('Day'),
            fits: 'whole',
            cell: ({ day }) => (day === null ? '–' : formatDay(`${day}T12:00:00Z`, { ...settings, timezone: 'UTC' })),
          },
          {
            key: 'who',
            header: text('Payer and text'),
            cell: ({ party, iban, text: words, why }) => (
              <>
                {why === null ? party || '–' : <span className={styles.refusal}>{why}</span>}
                <small className={styles.words}>{[iban && inGroups(iban), words].filter(Boolean).join(' · ')}</small>
              </>
            ),
          },
          {
            key: 'amount',
            header: text('Amount'),
            align: 'end',
            cell: ({ amount, currency }) =>
              amount === null ? '–' : <span className="tabular">{statementMoney(amount, currency, settings)}</span>,
          },
        ]}
      />
      {unreadable > 0 && (
        <Notice
          tone="warn"
          headingLevel={3}
          heading={countText(unreadable, {
            one: '{count} line cannot be read and will not be booked',
            other: '{count} lines cannot be read and will not be booked',
          })}
        >
          <ul>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Notice>
      )}
    </section>
  );
}
