import { lazy, Suspense, useState } from 'react';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { canMove, keepsStock, takesPayments } from '#features/orders/domain/order-status.ts';
import { PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { formatMoney } from '#kernel/money.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useLanguage } from '#ui/language.ts';
import { MoreMenu } from '#ui/office/more-menu.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { TextArea } from '#ui/text-area.tsx';
import styles from './order-page.module.css';
import { OwedActions, ProblemActions } from './settling-actions.tsx';

const MailAgain = lazy(() => import('./mail-again.tsx'));

type Order = OfficeAnswer<'order-open'>;
type Action = 'problem' | 'owed' | 'cancel' | 'mail' | 'revive';

/** The actions for an order in its current state that the person has permission for. */
export function OrderActions({ order }: { order: Order }) {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  const [open, setOpen] = useState<Action | null>(null);
  const close = () => setOpen(null);
  const { code, status, paid, refunded, owed } = order;
  const isOpen = takesPayments(status);
  // The most common actions for this status are buttons; the others are in the menu.
  const actions: { action: Action; label: string; isOffered: boolean; isMain: boolean }[] = [
    {
      action: 'problem',
      label: text('Settle the problem…'),
      isOffered: may('money.book') && status === 'problem',
      isMain: true,
    },
    {
      action: 'owed',
      label: text('Money sent back…'),
      isOffered: may('money.book') && owed > 0,
      isMain: true,
    },
    {
      action: 'revive',
      label: text('Revive order…'),
      isOffered: may('orders.override') && !keepsStock(status) && refunded === 0,
      isMain: true,
    },
    { action: 'mail', label: text('Send email again…'), isOffered: may('mails.retry'), isMain: true },
    {
      action: 'cancel',
      label: text('Cancel order…'),
      isOffered: may('orders.serve') && isOpen && canMove(status, 'cancelled'),
      isMain: paid === 0,
    },
  ];
  const offered = actions.filter(({ isOffered }) => isOffered);
  return (
    <>
      <div className={`${styles.actions} no-print`}>
        {may('orders.as-customer') && (
          <ButtonLink to={`/orders/${code}/as-customer`} kind="secondary" small>
            {text('See as customer')}
          </ButtonLink>
        )}
        {offered.map(
          ({ action, label, isMain }) =>
            isMain && (
              <Button key={action} kind="secondary" small onClick={() => setOpen(action)}>
                {label}
              </Button>
            ),
        )}
        <MoreMenu
          label={text('More')}
          actions={[
            ...offered
              .filter(({ isMain }) => !isMain)
              .map(({ action, label }) => ({ label, onPress: () => setOpen(action) })),
            { label: text('Print'), onPress: () => window.print() },
          ]}
        />
      </div>
      <Suspense>
        {open === 'problem' && (
          <Dialog open onClose={close} keepOnBackdrop title={text('Settle the problem')} description={code}>
            <ProblemActions code={code} onDone={close} />
          </Dialog>
        )}
        {open === 'owed' && (
          <Dialog open onClose={close} keepOnBackdrop title={text('Money sent back')} description={code}>
            <OwedActions code={code} owed={owed} onDone={close} />
          </Dialog>
        )}
        {open === 'mail' && <MailAgain code={code} onClose={close} />}
        {open === 'revive' && <ReviveOrder order={order} onClose={close} />}
        {open === 'cancel' && <CancelOrder code={code} onClose={close} />}
      </Suspense>
    </>
  );
}

interface ActionProps {
  code: string;
  onClose: () => void;
}

function ReviveOrder({ order, onClose }: { order: Order; onClose: () => void }) {
  const { text } = useLanguage();
  const settings = useShopSettings();
  const { code, paid, total } = order;
  const preview = usePreview('order-revive', { code });
  return (
    <Dialog open onClose={onClose} title={text('Revive this order')} description={code}>
      <PreviewedForm
        preview={preview}
        buttonLabel={text('Revive {code}', { code })}
        done={text('{code} is valid again.', { code })}
        onDone={onClose}
        others={
          <Button kind="secondary" onClick={onClose}>
            {text('Cancel')}
          </Button>
        }
      >
        <p>
          {order.has_voucher
            ? text('Its items are reserved and its voucher is used again.')
            : text('Its items are reserved again.')}{' '}
          {paid > 0 && text('The {amount} that was paid counts again.', { amount: formatMoney(paid, settings) })}{' '}
          {paid === 0 && total > 0 && text('It waits for its payment with a new deadline.')}
        </p>
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
        buttonLabel={text('Cancel {code}', { code })}
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
