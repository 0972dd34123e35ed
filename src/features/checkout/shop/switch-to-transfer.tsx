import { useState } from 'react';
import { call } from '#browser/api.ts';
import { ApiError } from '#browser/api-error.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { toast } from '#ui/toast.tsx';

interface SwitchToTransferProps {
  link: { readonly order: string; readonly checksum: string; readonly reference: string };
  /** Reloads the order after the switch, or after a refusal because the order has changed. */
  refresh: () => Promise<void>;
  className?: string | undefined;
}

/** Offers a bank transfer for a card order whose card does not work. */
export function SwitchToTransfer({ link, refresh, className }: SwitchToTransferProps) {
  const { text, translate } = useLanguage();
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const switchOver = async () => {
    setIsBusy(true);
    setRefusal(null);
    try {
      await call('switch-to-bank-transfer', link);
      toast(text('Your order now waits for your bank transfer.'));
      await refresh();
      // The focused button is gone.
      document.querySelector('h1')?.focus();
    } catch (thrown) {
      setRefusal(thrown instanceof Error ? translate(thrown.message) : String(thrown));
      if (thrown instanceof ApiError && thrown.status === 409) await refresh();
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Notice
      tone="info"
      heading={text('Pay by bank transfer instead')}
      className={className}
      action={
        <Button kind="secondary" busy={isBusy} onClick={() => void switchOver()}>
          {text('Change to bank transfer')}
        </Button>
      }
    >
      <p>{text('We hold your items until your transfer arrives, and show and email you the bank details.')}</p>
      {refusal !== null && <p role="alert">{refusal}</p>}
    </Notice>
  );
}
