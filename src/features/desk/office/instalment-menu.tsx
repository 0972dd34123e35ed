import { lazy, Suspense } from 'react';
import { isPayable, type PaymentStatus } from '#features/orders/domain/payment-status.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { useAddressedDialog } from '#ui/office/dialog-address.ts';
import { MoreMenu } from '#ui/office/more-menu.tsx';

const MoveInstalment = lazy(() => import('./move-instalment.tsx'));
const SplitInstalment = lazy(() => import('./split-instalment.tsx'));
const WaiveInstalments = lazy(() => import('./waive-instalments.tsx'));
const MailInstalmentLink = lazy(() => import('./mail-instalment-link.tsx'));

const dialogs = ['move', 'split', 'waive', 'mail'] as const;

export interface ShownInstalment {
  readonly reference: string;
  readonly status: PaymentStatus;
  /** Minor units. */
  readonly amount: number;
  readonly paid_amount: number;
  readonly due_at: string;
}

interface InstalmentMenuProps {
  instalment: ShownInstalment;
  hasLater: boolean;
  /** Opens the form that books a transfer for this instalment; absent without the permission. */
  onRecord?: () => void;
}

/** Actions for an open instalment. The most common one, moving the due date, has its own button. */
export function InstalmentMenu({ instalment, hasLater, onRecord }: InstalmentMenuProps) {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  const { reference } = instalment;
  const [asked, setAsked] = useAddressedDialog(dialogs.map((dialog) => `${dialog}.${reference}` as const));
  if (!isPayable(instalment.status)) return null;
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
          aria-label={text('Move the due date of {reference}', { reference })}
          onClick={() => setOpen('move')}
        >
          {text('Move…')}
        </Button>
      )}
      <MoreMenu
        label={text('Change')}
        object={reference}
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
        {open === 'move' && may('plans.move') && (
          <MoveInstalment instalment={instalment} hasLater={hasLater} onClose={close} />
        )}
        {open === 'split' && may('plans.move') && <SplitInstalment instalment={instalment} onClose={close} />}
        {open === 'waive' && may('plans.waive') && (
          <WaiveInstalments
            reference={instalment.reference}
            missing={instalment.amount - instalment.paid_amount}
            onClose={close}
          />
        )}
        {open === 'mail' && may('plans.move') && <MailInstalmentLink instalment={instalment} onClose={close} />}
      </Suspense>
    </>
  );
}
