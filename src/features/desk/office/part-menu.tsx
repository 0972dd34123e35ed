import { lazy, Suspense } from 'react';
import { asksForMoney, type PaymentStatus } from '#features/orders/domain/payment-status.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { useAddressedDialog } from '#ui/office/dialog-address.ts';
import { MoreMenu } from '#ui/office/more-menu.tsx';

const MovePart = lazy(() => import('./move-part.tsx'));
const SplitPart = lazy(() => import('./split-part.tsx'));
const WaiveParts = lazy(() => import('./waive-parts.tsx'));
const MailPartLink = lazy(() => import('./mail-part-link.tsx'));

const dialogs = ['move', 'split', 'waive', 'mail'] as const;

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
  const { reference } = part;
  const [asked, setAsked] = useAddressedDialog(dialogs.map((dialog) => `${dialog}.${reference}` as const));
  if (!asksForMoney(part.status)) return null;
  const open = dialogs.find((dialog) => asked === `${dialog}.${reference}`);
  const setOpen = (dialog: (typeof dialogs)[number]) => setAsked(`${dialog}.${reference}`);
  const close = () => setAsked(null);
  const action = (name: (typeof dialogs)[number], label: string) => ({ label, onPress: () => setOpen(name) });
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
        {open === 'move' && may('plans.move') && <MovePart part={part} hasLater={hasLater} onClose={close} />}
        {open === 'split' && may('plans.move') && <SplitPart part={part} onClose={close} />}
        {open === 'waive' && may('plans.waive') && (
          <WaiveParts reference={part.reference} missing={part.amount - part.paid_amount} onClose={close} />
        )}
        {open === 'mail' && may('plans.move') && <MailPartLink part={part} onClose={close} />}
      </Suspense>
    </>
  );
}
