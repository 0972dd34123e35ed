import type { OfficeAnswer } from '#browser/office-calls.ts';
import { PreviewBlock } from '#features/previews/office/public.tsx';
import { formatShortDay } from '#kernel/dates.ts';
import { formatMoney } from '#kernel/money.ts';
import { FactList } from '#ui/fact-list.tsx';
import { useLanguage } from '#ui/language.ts';
import { useShopSettings } from '#ui/shop-settings.tsx';
import styles from './transfer-files.module.css';

/** The balance of the account that pays, before and after a file. Renders nothing if the balance is not known. */
export function FileBalance({ balance, total }: Pick<OfficeAnswer<'transfer-file'>, 'balance' | 'total'>) {
  const { text } = useLanguage();
  const settings = useShopSettings();
  if (balance === null) return null;
  // A calendar day without a time zone: parsed and formatted in UTC, it stays the same day.
  const day = formatShortDay(`${balance.day}T12:00:00Z`, { locale: settings.locale, timezone: 'UTC' });
  return (
    <FactList
      className={styles.balance}
      facts={[
        { label: text('Balance on {day}', { day }), value: formatMoney(balance.amount, settings) },
        { label: text('This file'), value: formatMoney(-total, settings) },
        { label: text('Left (not counting other files)'), value: formatMoney(balance.amount - total, settings) },
      ]}
    />
  );
}

interface FileEffectsProps {
  credits: number;
  /** Whether a second person has to approve the file before it can be downloaded. */
  needsApproval: boolean;
}

/** What follows once a file is made or approved. */
export function FileEffects({ credits, needsApproval }: FileEffectsProps) {
  const { text, countText } = useLanguage();
  return (
    <PreviewBlock>
      <ul className={styles.effects}>
        <li>
          {needsApproval
            ? text('The file can be downloaded once a second person has approved it.')
            : text('The file can be downloaded. It is the same file each time.')}
        </li>
        <li>
          {countText(credits, {
            one: '{count} refund waits for the bank. It is paid once a statement shows it.',
            other: '{count} refunds wait for the bank. Each is paid once a statement shows it.',
          })}
        </li>
        <li>{text('No email is sent yet.')}</li>
        <li>{text('The file can be cancelled until the bank has paid or returned one of its refunds.')}</li>
      </ul>
    </PreviewBlock>
  );
}
