import { Suspense, useState } from 'react';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { canMove, isIssued, keepsStock, takesPayments } from '#features/orders/domain/order-status.ts';
import { PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { CreateRefund } from '#features/refunds/office/public.tsx';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useLanguage } from '#ui/language.ts';
import { PrintButton } from '#ui/office/print-button.tsx';
import { TextArea } from '#ui/text-area.tsx';
import styles from './order-page.module.css';
import { OwedWays, ProblemWays } from './order-ways.tsx';
import { RecordPayment } from './public.tsx';

type Order = OfficeAnswer<'order-open'>;
type Action = 'record' | 'problem' | 'owed' | 'refund' | 'cancel' | 'mail';

/** What a person with these permissions can do with an order in its present state. */
export function OrderActions({ order }: { order: Order }) {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  const [open, setOpen] = useState<Action | null>(null);
  const close = () => setOpen(null);
  const { code, status, paid, refunded } = order;
  const isOpen = takesPayments(status);
  const actions: { action: Action; label: string; isOffered: boolean }[] = [
    { action: 'record', label: text('Record a payment'), isOffered: may('money.book') && isOpen },
    {
      action: 'problem',
      label: text('Settle the problem…'),
      isOffered: may('money.book') && status === 'problem',
    },
    {
      action: 'owed',
      label: text('Money sent back…'),
      isOffered: may('money.book') && !keepsStock(status) && paid > refunded,
    },
    { action: 'refund', label: text('Refund…'), isOffered: may('refunds.ask') && isIssued(status) },
    { action: 'mail', label: text('Send email again…'), isOffered: may('mails.retry') },
    {
      action: 'cancel',
      label: text('Cancel order…'),
      isOffered: may('orders.serve') && isOpen && canMove(status, 'cancelled'),
    },
  ];
  return (
    <>
      <div className={`${styles.actions} no-print`}>
        {may('orders.as-customer') && (
          <ButtonLink to={`/orders/${code}/as-customer`} kind="secondary" small>
            {text('See as customer')}
          </ButtonLink>
        )}
        {actions.map(
          ({ action, label, isOffered }) =>
            isOffered && (
              <Button key={action} kind="secondary" small onClick={() => setOpen(action)}>
                {label}
              </Button>
            ),
        )}
        <PrintButton />
      </div>
      <Suspense>
        {open === 'record' && <RecordPayment reference={code} onClose={close} />}
        {open === 'problem' && (
          <Dialog open onClose={close} title={text('Settle the problem')} description={code}>
            <ProblemWays code={code} onDone={close} />
          </Dialog>
        )}
        {open === 'owed' && (
          <Dialog open onClose={close} title={text('Money sent back')} description={code}>
            <OwedWays code={code} owed={paid - refunded} onDone={close} />
          </Dialog>
        )}
        {open === 'refund' && <CreateRefund code={code} onClose={close} />}
        {open === 'mail' && <MailAgain code={code} onClose={close} />}
        {open === 'cancel' && <CancelOrder code={code} onClose={close} />}
      </Suspense>
    </>
  );
}

interface ActionProps {
  code: string;
  onClose: () => void;
}

function MailAgain({ code, onClose }: ActionProps) {
  const { text } = useLanguage();
  const preview = usePreview('order-mail-again', { code });
  return (
    <Dialog open onClose={onClose} title={text('Send email again')} description={code}>
      <PreviewedForm
        preview={preview}
        press={text('Send email')}
        done={text('Email sent again.')}
        onDone={onClose}
        others={
          <Button kind="secondary" onClick={onClose}>
            {text('Cancel')}
          </Button>
        }
      >
        <p>{text('The customer gets the email for the order’s current status, with its tickets and links.')}</p>
      </PreviewedForm>
    </Dialog>
  );
}

function CancelOrder({ code, onClose }: ActionProps) {
  const { text, translate } = useLanguage();
  const [reason, setReason] = useState('');
  const preview = usePreview('order-cancel', { code, reason: reason.trim() });
  return (
    <Dialog open onClose={onClose} keepOnBackdrop={reason !== ''} title={text('Cancel this order')} description={code}>
      <PreviewedForm
        preview={preview}
        press={text('Cancel {code}', { code })}
        done={text('{code} cancelled.', { code })}
        isDanger
        onDone={onClose}
        others={
          <Button kind="secondary" onClick={onClose}>
            {text('Keep the order')}
          </Button>
        }
      >
        <TextArea
          id="cancel-reason"
          label={text('Reason')}
          optional
          hint={text('The customer will see it in the email.')}
          rows={2}
          value={reason}
          error={preview.errors.reason?.map(translate).join(' ')}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
      </PreviewedForm>
    </Dialog>
  );
}
