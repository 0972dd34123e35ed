import type { OfficeAnswer } from '#browser/office-calls.ts';
import { formatDay } from '#kernel/dates.ts';
import { formatMoney } from '#kernel/money.ts';
import { useLanguage } from '#ui/language.ts';
import { Bars } from '#ui/office/bars.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { noonOf, shortDay, shortNumber } from './day-texts.ts';
import styles from './today.module.css';

/** Shows what was sold on each of the last 30 days and today. Absent if nothing was. */
export function Sales({ today: { sales, next_event: event } }: { today: OfficeAnswer<'today'> }) {
  const { text, countText } = useLanguage();
  const shop = useShopSettings();
  const days = { ...shop, timezone: 'UTC' };
  if (!sales || sales.every(({ sold }) => sold === 0)) return null;
  const before = sales.slice(0, -1);
  const total = sum(before.map(({ sold }) => sold));
  const lastYear = before.every(({ last_year: one }) => one !== null)
    ? sum(before.map(({ last_year: one }) => one ?? 0))
    : 0;
  const percent = lastYear === 0 ? null : Math.round((100 * (total - lastYear)) / lastYear);
  /** How many days a day was before the next event. */
  const distance = (index: number) =>
    event && (
      <small>
        {countText(event.days + sales.length - 1 - index, { one: '{count} day to go', other: '{count} days to go' })}
      </small>
    );
  const since = formatDay(noonOf(sales[0]!.day), days);
  return (
    <Panel heading={text('Sales, last 30 days')} className={styles.wide}>
      <p className={styles.total}>
        <b>{formatMoney(total, shop)}</b>{' '}
        {percent === null
          ? text('sold since {day} (excluding today)', { day: since })
          : percent >= 0
            ? text('sold since {day}, {percent}% more than last year (excluding today)', { day: since, percent })
            : text('sold since {day}, {percent}% less than last year (excluding today)', {
                day: since,
                percent: -percent,
              })}
      </p>
      <Bars
        table={{
          summary: text('Show as a table'),
          day: text('Day'),
          value: text('Sold'),
          before: text('Last year'),
        }}
        format={(amount) => formatMoney(amount, shop)}
        formatShort={(amount) => shortNumber(amount / 10 ** shop.currencyDigits, shop.locale)}
        bars={sales.map(({ day, sold, last_year: lastYearSold }, index) => ({
          key: day,
          label: formatDay(noonOf(day), days),
          mark:
            index % 7 === 4 ? (
              <>
                {shortDay(day, 'day', shop.locale)}
                {distance(index)}
              </>
            ) : undefined,
          value: sold,
          before: lastYearSold,
          to: `/today/sales?day=${day}`,
          isNow: index === sales.length - 1,
        }))}
      />
    </Panel>
  );
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
