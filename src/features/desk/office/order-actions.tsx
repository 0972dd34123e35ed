import { lazy, Suspense } from 'react';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { canMove, keepsStock, takesPayments } from '#features/orders/domain/order-status.ts';
import { PreviewedForm, usePreview, usePreviewedForm } from '#features/previews/office/public.tsx';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { formatMoney } from '#kernel/money.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { useAddressedDialog } from '#ui/office/dialog-address.ts';
import { CancelButton, FormDialog } from '#ui/office/form-dialog.tsx';
import { MoreMenu } from '#ui/office/more-menu.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { TextArea } from '#ui/text-area.tsx';
import styles from './order-page.module.css';
import { ProblemActions } from './settling-actions.tsx';

const MailAgain = lazy(() => import('./mail-again.tsx'));

type Order = OfficeAnswer<'order-open'>;
const dialogs = ['problem', 'cancel', 'mail', 'revive'] as const;
type Action = (typeof dialogs)[number];

/** The actions for an order in its current state that the person has permission for. */
export function OrderActions({ order }: { order: Order }) {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  const [asked, setOpen] = useAddressedDialog(dialogs);
  const close = () => setOpen(null);
  const { code, status, paid, refunded } = order;
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
  // The address may contain an action that is not possible.
  const open = offered.find(({ action }) => action === asked)?.action ?? null;
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
          <FormDialog name="problem" onClose={close} title={text('Settle the problem')} description={code}>
            <ProblemActions code={code} onDone={close} />
          </FormDialog>
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
    <FormDialog name="revive" onClose={onClose} title={text('Revive this order')} description={code}>
      <PreviewedForm
        preview={preview}
        buttonLabel={text('Revive {code}', { code })}
        done={text('{code} is valid again.', { code })}
        onDone={onClose}
        others={<CancelButton onClose={onClose} />}
      >
        <p>
          {order.has_voucher
            ? text('Its items are reserved and its voucher is used again.')
            : text('Its items are reserved again.')}{' '}
          {paid > 0 && text('The {amount} that was paid counts again.', { amount: formatMoney(paid, settings) })}{' '}
          {paid === 0 && total > 0 && text('It waits for its payment with a new deadline.')}
        </p>
      </PreviewedForm>
    </FormDialog>
  );
}

function CancelOrder({ code, onClose }: ActionProps) {
  const { text } = useLanguage();
  const form = usePreviewedForm({
    call: 'order-cancel',
    keptAs: `cancel.${code}`,
    initial: { reason: '' },
    validate: () => [],
    request: ({ reason }) => ({ code, reason: reason.trim() }),
  });
  return (
    <FormDialog name="cancel" onClose={onClose} title={text('Cancel this order')} description={code}>
      <PreviewedForm
        form={form}
        buttonLabel={text('Cancel {code}', { code })}
        done={text('{code} cancelled.', { code })}
        isDanger
        onDone={onClose}
        others={<CancelButton onClose={onClose}>{text('Keep the order')}</CancelButton>}
      >
        <TextArea
          label={text('Reason')}
          optional
          hint={text('The customer will see it in the email.')}
          rows={2}
          {...form.field('reason')}
        />
      </PreviewedForm>
    </FormDialog>
  );
}
