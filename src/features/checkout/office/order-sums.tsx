import type { OfficeAnswer } from '#browser/office-calls.ts';
import { formatDay, formatTravelTime } from '#kernel/dates.ts';
import { formatMoney } from '#kernel/money.ts';
import { FactList } from '#ui/fact-list.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import styles from './new-order-page.module.css';

interface OrderSumsProps {
  placed: OfficeAnswer<'order-create'>['placed'];
  /** The buyer's address. */
  email: string;
  language: string;
  /** Whether the discount is the full price, waived by staff, instead of a voucher. */
  isFree: boolean;
}

/** The order's price and due dates. The server calculates them by placing the order and rolling it back. */
export function OrderSums({ placed, email, language, isFree }: OrderSumsProps) {
  const { text, tag } = useLanguage();
  const settings = useShopSettings();
  const money = (amount: number) => formatMoney(amount, settings);
  // A calendar day without a time zone: parsed and formatted in UTC, it stays the same day.
  const dayText = (day: string) =>
    formatDay(`${day}T12:00:00Z`, { locale: settings.locale, timezone: 'UTC' }, { year: true });
  const isSplit = placed.payments.length > 1;
  return (
    <>
      <FactList
        facts={[
          ...linesOf(placed.lines).map(({ name, count, sum }) => ({
            label: count === 1 ? name : `${count} × ${name}`,
            value: money(sum),
          })),
          placed.shipping > 0 && { label: text('Shipping'), value: money(placed.shipping) },
          placed.discount > 0 && {
            label: isFree ? text('Free of charge') : text('Voucher'),
            value: money(-placed.discount),
          },
          { label: text('Total'), value: <b className={styles.total}>{money(placed.total)}</b> },
        ]}
      />
      {placed.beyond_capacity.length > 0 && (
        <Notice tone="bad" small>
          {placed.beyond_capacity.map(({ name, departs_at: departsAt, timezone, taken, capacity }) => (
            <span key={`${name} ${departsAt}`} className={styles.beyond}>
              {text('Beyond capacity: {item}, {taken} of {capacity} taken.', {
                item: departsAt === null ? name : `${name}, ${formatTravelTime(departsAt, timezone, settings)}`,
                taken,
                capacity,
              })}
            </span>
          ))}
        </Notice>
      )}
      {placed.without_entry_ticket.map(({ name, holder }) => (
        <Notice key={`${name} ${holder}`} tone="warn" small>
          {text(
            '{item} for {holder}: we could not find an entry ticket for this person in this order or the customer’s earlier orders. The item is only valid with one.',
            { item: name, holder },
          )}
        </Notice>
      ))}
      {isSplit && (
        <FactList
          facts={placed.payments.map(({ amount, due_on: day }, index) => ({
            label: text('Instalment {number}, {day}', { number: index + 1, day: dayText(day) }),
            value: money(amount),
          }))}
        />
      )}
      <p className={styles.quiet}>
        {placed.held_until !== null &&
          `${text('The items are held until {day}.', { day: dayText(placed.held_until) })} `}
        {placed.is_new_customer
          ? text('An account will be created for {email}.', { email })
          : text('{email} already has an account. The order will be added to it.', { email })}{' '}
        {text('Emails to customers are in {language}.', {
          language: new Intl.DisplayNames(tag, { type: 'language' }).of(language) ?? language,
        })}
      </p>
    </>
  );
}

/** One line for each item and price. */
function linesOf(lines: OrderSumsProps['placed']['lines']) {
  const found = new Map<string, { name: string; count: number; sum: number }>();
  for (const { name, price, fee } of lines) {
    const key = `${name} ${price + fee}`;
    const { count, sum } = found.get(key) ?? { count: 0, sum: 0 };
    found.set(key, { name, count: count + 1, sum: sum + price + fee });
  }
  return [...found.values()];
}
