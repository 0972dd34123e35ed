import { PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useLanguage } from '#ui/language.ts';

interface ResetAttemptsProps {
  reference: string;
  attempts: number;
  onClose: () => void;
}

/** Lets the customer try a payment again by card. */
export default function ResetAttempts({ reference, attempts, onClose }: ResetAttemptsProps) {
  const { text, countText } = useLanguage();
  const preview = usePreview('payment-reset-attempts', { reference });
  return (
    <Dialog open onClose={onClose} title={text('Let the customer try again')} description={reference}>
      <PreviewedForm
        preview={preview}
        press={text('Start counting again')}
        done={text('{reference} can be tried again.', { reference })}
        onDone={onClose}
        others={
          <Button kind="secondary" onClick={onClose}>
            {text('Cancel')}
          </Button>
        }
      >
        <p>
          {countText(attempts, {
            one: '{count} attempt by card has failed or was left.',
            other: '{count} attempts by card have failed or were left.',
          })}
        </p>
      </PreviewedForm>
    </Dialog>
  );
}
