import { lazy, Suspense, useState } from 'react';
import { asksForMoney, type PaymentStatus } from '#features/orders/domain/payment-status.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { MoreMenu } from '#ui/office/more-menu.tsx';

const MovePart = lazy(() => import('./move-part.tsx'));
const SplitPart = lazy(() => import('./split-part.tsx'));
const WaiveParts = lazy(() => import('./waive-parts.tsx'));
const MailPartLink = lazy(() => import('./mail-part-link.tsx'));

export interface OpenPart {
  readonly reference: string;
  readonly status: PaymentStatus;
  /** Minor units. */
  readonly amount: number;
  readonly paid_amount: number;
  readonly due_at: string;
}

interface PartMenuProps {
  part: OpenPart;
  hasLater: boolean;
  /** Opens the form that books a transfer for this part; absent without the permission. */
  onRecord?: () => void;
}

/** Actions for an open part of a payment plan. The most common one, moving the due date, has its own button. */
export function PartMenu({ part, hasLater, onRecord }: PartMenuProps) {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  const [open, setOpen] = useState<'move' | 'split' | 'waive' | 'mail' | null>(null);
  if (!asksForMoney(part.status)) return null;
  const close = () => setOpen(null);
  const action = (name: NonNullable<typeof open>, label: string) => ({ label, onPress: () => setOpen(name) });
  return (
    <>
      {may('plans.move') && (
        <Button
          kind="text"
          small
          aria-label={text('Move the due date of {reference}', { reference: part.reference })}
          onClick={() => setOpen('move')}
        >
          {text('Move…')}
        </Button>
      )}
      <MoreMenu
        label={text('Change')}
        alignsStart
        actions={[
          ...(onRecord ? [{ label: text('Record a payment'), onPress: onRecord }] : []),
          ...(may('plans.move')
            ? [action('mail', text('Email the link to pay…')), action('split', text('Split in two…'))]
            : []),
          ...(may('plans.waive') ? [action('waive', text('Waive…'))] : []),
        ]}
      />
      <Suspense>
        {open === 'move' && <MovePart part={part} hasLater={hasLater} onClose={close} />}
        {open === 'split' && <SplitPart part={part} onClose={close} />}
        {open === 'waive' && (
          <WaiveParts reference={part.reference} missing={part.amount - part.paid_amount} onClose={close} />
        )}
        {open === 'mail' && <MailPartLink part={part} onClose={close} />}
      </Suspense>
    </>
  );
}
