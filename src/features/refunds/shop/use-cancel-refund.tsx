import { type ReactNode, useState } from 'react';
import { call } from '#browser/api.ts';
import { ApiError } from '#browser/api-error.ts';
import { useSessionStore } from '#browser/session-store.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { useLanguage } from '#ui/language.ts';
import { toast } from '#ui/toast.tsx';

export interface CancellingRefund {
  ask: () => void;
  refusal: string | null;
  /** Render it permanently: the button that opens it disappears with the request. */
  dialog: ReactNode;
}

export function useCancelRefund(refundId: string): CancellingRefund {
  const { text, translate } = useLanguage();
  const session = useSessionStore();
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const cancel = async () => {
    setIsBusy(true);
    setRefusal(null);
    try {
      await call('cancel-refund', { refund_id: refundId });
      toast(text('Refund {refundId} cancelled successfully.', { refundId }));
    } catch (thrown) {
      const message = thrown instanceof Error ? translate(thrown.message) : String(thrown);
      setRefusal(message);
      toast(message, 'bad');
      // The operator has changed it meanwhile: load the current status.
      if (thrown instanceof ApiError && thrown.status === 409) void session.load();
    } finally {
      setIsAsking(false);
      setIsBusy(false);
    }
  };
  return {
    ask: () => setIsAsking(true),
    refusal,
    dialog: (
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void cancel()}
        busy={isBusy}
        title={text('Cancel this refund request?')}
        dangerous
      >
        {text('Are you sure you want to cancel this refund request?')}
      </ConfirmDialog>
    ),
  };
}
