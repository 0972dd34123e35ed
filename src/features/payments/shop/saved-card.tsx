import { useState } from 'react';
import { call } from '#browser/api.ts';
import type { Order } from '#features/orders/contract.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { toast } from '#ui/toast.tsx';
import styles from './saved-card.module.css';

interface SavedCardProps {
  order: Pick<Order, 'code' | 'saved_card' | 'lost_card'>;
  /** True in the account, which lists the cards of all orders: shows a separate panel with the order's code. */
  showsOrderCode?: boolean;
  className?: string | undefined;
}

/** The card that was saved for the order's later instalments, with the button that removes it. */
export function SavedCard({ order, showsOrderCode = false, className }: SavedCardProps) {
  const { text, translate } = useLanguage();
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const card = order.saved_card;
  if (!card) return order.lost_card ? <LostCard {...{ order, showsOrderCode, className }} /> : null;
  const remove = async () => {
    setIsBusy(true);
    setRefusal(null);
    try {
      await call('remove-saved-card', { order: order.code });
      toast(text('Card removed. Your later instalments will not be charged.'));
      // The button that had the focus is gone.
      document.querySelector('h1')?.focus();
    } catch (thrown) {
      setRefusal(thrown instanceof Error ? translate(thrown.message) : String(thrown));
    } finally {
      setIsBusy(false);
    }
  };
  const [year, month] = card.expires?.split('-') ?? [];
  const label = month
    ? text('{card}, expires {month}/{year}', { card: card.label, month, year: year ?? '' })
    : card.label;
  const how = card.is_charged
    ? text(
        'We charge the remaining instalments to this card on their due dates. To use another card, pay an instalment with it and tick the box there.',
      )
    : text(
        'We no longer charge this card, because a payment for this order was taken back. Please pay the remaining instalments yourself.',
      );
  const button = (
    <Button kind="secondary" busy={isBusy} onClick={() => void remove()}>
      {text('Remove card')}
    </Button>
  );
  const problem = refusal !== null && <p role="alert">{refusal}</p>;
  if (!showsOrderCode) {
    return (
      <Notice tone="info" small headingLevel={3} heading={text('Saved card')} className={className} action={button}>
        <p>{label}</p>
        <p>{how}</p>
        {problem}
      </Notice>
    );
  }
  const heading = `card-of-${order.code}`;
  return (
    <Card as="section" labelledBy={heading} className={styles.card}>
      <h2 id={heading}>{text('Card for order {code}', { code: order.code })}</h2>
      <p>
        <strong>{label}</strong>
      </p>
      <p>{how}</p>
      {problem}
      {button}
    </Card>
  );
}

/** Shown after a card was removed at its provider, until another card is saved. */
function LostCard({ order, showsOrderCode, className }: SavedCardProps) {
  const { text } = useLanguage();
  return (
    <Notice
      tone="warn"
      small
      headingLevel={showsOrderCode ? 2 : 3}
      heading={
        showsOrderCode
          ? text('Card for order {code} was removed', { code: order.code })
          : text('Your saved card was removed')
      }
      className={className}
    >
      <p>
        {text(
          'Its bank or the payment provider removed it, so we no longer charge it. Please pay the remaining instalments yourself. To have them charged again, pay one with another card and tick the box there.',
        )}
      </p>
    </Notice>
  );
}
