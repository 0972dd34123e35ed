import type { OfficeAnswer } from '#browser/office-calls.ts';
import type { Language } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import { useLanguage } from '#ui/language.ts';
import { useShopSettings } from '#ui/shop-settings.tsx';
import styles from './search-box.module.css';

type Answer = OfficeAnswer<'search'>;
type Words = (language: Language, value: string) => string;

const words: Readonly<Record<Exclude<Answer['tried'][number]['what'], 'amount'>, Words>> = {
  order: ({ text }, value) => text('Order {value}', { value }),
  order_beginning: ({ text }, value) => text('Orders beginning with {value}', { value }),
  payment: ({ text }, value) => text('Payment {value}', { value }),
  refund: ({ text }, value) => text('Refund {value}', { value }),
  ticket: ({ text }) => text('A ticket with this code'),
  ticket_beginning: ({ text }) => text('A ticket whose code begins with this'),
  scanned: ({ text }) => text('The ticket of this QR code'),
  invoice: ({ text }, value) => text('Invoice {value}', { value }),
  receipt: ({ text }, value) => text('Money received with the number {value}', { value }),
  receipt_id: ({ text }, id) => text('Receipt {id}', { id }),
  email: ({ text }, value) => text('Emails beginning with {value}', { value }),
  name: ({ text }, value) => text('Names beginning with {value}', { value }),
};

/** Shows how a search without results was interpreted, and what else can be searched. */
export function Tried({ answer }: { answer: Answer }) {
  const language = useLanguage();
  const settings = useShopSettings();
  const { text } = language;
  return (
    <div className={styles.tried}>
      {answer.tried.length > 0 && (
        <>
          <p>{text('Searched for:')}</p>
          <ul>
            {answer.tried.map(({ what, value }) => (
              <li key={`${what} ${value}`}>
                {what === 'amount'
                  ? text('The amount {amount}', { amount: formatMoney(Number(value), settings) })
                  : words[what](language, value)}
              </li>
            ))}
            {answer.tried_similar && <li>{text('Codes and names with one typing mistake')}</li>}
          </ul>
        </>
      )}
      <p>{text('Search by code, name, email, bank transaction number, or an amount such as =48.00.')}</p>
    </div>
  );
}
