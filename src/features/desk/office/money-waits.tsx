import type { OfficeAnswer } from '#browser/office-calls.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { formatDateTime } from '#kernel/dates.ts';
import { formatMoney } from '#kernel/money.ts';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { whatIsWrong } from './what-is-wrong.ts';

interface MoneyWaitsProps {
  receipt: OfficeAnswer<'order-open'>['receipts'][number];
  /** Whether it is shown in the inbox, with another matter. */
  isInInbox?: boolean;
}

/** Why money that arrived for an order waits, and the link to the decision for those who may make it. */
export function MoneyWaits({ receipt, isInInbox = false }: MoneyWaitsProps) {
  const language = useLanguage();
  const { text } = language;
  const settings = useShopSettings();
  const { may } = useStaffSession();
  const { attention, returns_at: returnsAt } = receipt;
  return (
    <>
      {attention === null
        ? text('{amount} that arrived earlier did not count towards the order and has not been sent back.', {
            amount: formatMoney(receipt.suspended, settings),
          })
        : whatIsWrong(receipt, attention, language, { settings, mayDecide: may('money.book') })}{' '}
      {returnsAt !== null &&
        text('It goes back to the card automatically on {time}.', { time: formatDateTime(returnsAt, settings) })}{' '}
      {may('money.book') && attention === null && (
        <Link to={`/money/receipts?q=${encodeURIComponent(receipt.transaction)}`}>
          {text('Receipt {id}', { id: receipt.id })}
        </Link>
      )}
      {may('money.book') && attention !== null && (
        <Link to={`/inbox/${encodeURIComponent(`receipt:${receipt.id}`)}`}>
          {isInInbox ? text('Receipt {id}', { id: receipt.id }) : text('Decide in the inbox')}
        </Link>
      )}
    </>
  );
}
