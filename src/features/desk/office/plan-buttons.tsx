import { lazy, Suspense } from 'react';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { isPayable } from '#features/orders/domain/payment-status.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { useAddressedDialog } from '#ui/office/dialog-address.ts';

const WaiveInstalments = lazy(() => import('./waive-instalments.tsx'));
const UndoChange = lazy(() => import('./undo-change.tsx'));

/** Actions for a payment plan as a whole. */
export function PlanButtons({ order }: { order: OfficeAnswer<'order-open'> }) {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  const { plan_change: change, code, payments, status } = order;
  const [open, setOpen] = useAddressedDialog([`waive.${code}`, 'undo-change']);
  const missing = payments
    .filter((instalment) => isPayable(instalment.status))
    .reduce((all, instalment) => all + instalment.amount - instalment.paid_amount, 0);
  const mayWaive = order.is_plan && status === 'partial' && order.paid > 0 && missing > 0 && may('plans.waive');
  const mayUndo =
    change !== null &&
    (status === 'partial' || (status === 'paid' && change.kind === 'waived')) &&
    may(change.kind === 'waived' ? 'plans.waive' : 'plans.move');
  const close = () => setOpen(null);
  return (
    <>
      {mayWaive && (
        <Button kind="secondary" small onClick={() => setOpen(`waive.${code}`)}>
          {text('Waive the rest…')}
        </Button>
      )}
      {mayUndo && (
        <Button kind="secondary" small onClick={() => setOpen('undo-change')}>
          {text('Undo the last change…')}
        </Button>
      )}
      <Suspense>
        {open === `waive.${code}` && mayWaive && (
          <WaiveInstalments reference={code} missing={missing} isAll onClose={close} />
        )}
        {open === 'undo-change' && mayUndo && <UndoChange code={code} change={change} onClose={close} />}
      </Suspense>
    </>
  );
}
