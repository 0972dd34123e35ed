import { useState } from 'react';
import { call } from '#browser/api.ts';
import type { Order } from '#features/orders/contract.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { toast } from '#ui/toast.tsx';

interface SavedCardProps {
  order: Order;
  headingLevel: 2 | 3;
  /** Of a list of several orders. */
  namesOrder?: boolean;
  className?: string | undefined;
}

/** The card that is charged for the order's later instalments, with the button that stops it; nothing without one. */
export function SavedCard({ order, headingLevel, namesOrder = false, className }: SavedCardProps) {
  const { text, translate } = useLanguage();
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const card = order.saved_card;
  if (!card) return null;
  const remove = async () => {
    setIsBusy(true);
    setRefusal(null);
    try {
      await call('remove-saved-card', { order: order.code });
      toast(text('Card removed. Your later instalments will not be charged.'));
      // The button is gone.
      document.querySelector('h1')?.focus();
    } catch (thrown) {
      setRefusal(thrown instanceof Error ? translate(thrown.message) : String(thrown));
    } finally {
      setIsBusy(false);
    }
  };
  const [year, month] = card.expires?.split('-') ?? [];
  return (
    <Notice
      tone="info"
      small
      headingLevel={headingLevel}
      heading={namesOrder ? text('Card for order {code}', { code: order.code }) : text('Saved card')}
      className={className}
      action={
        <Button kind="secondary" busy={isBusy} onClick={() => void remove()}>
          {text('Remove card')}
        </Button>
      }
    >
      <p>
        {month ? text('{card}, expires {month}/{year}', { card: card.label, month, year: year ?? '' }) : card.label}
      </p>
      <p>
        {text(
          'We charge the remaining instalments to this card on their due dates. To use another card, pay an instalment with it and tick the box there.',
        )}
      </p>
      {refusal !== null && <p role="alert">{refusal}</p>}
    </Notice>
  );
}
