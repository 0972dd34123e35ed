import { PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useLanguage } from '#ui/language.ts';

interface ResetAttemptsProps {
  reference: string;
  attempts: number;
  onClose: () => void;
}

/** Lets the customer try a card payment again. */
export default function ResetAttempts({ reference, attempts, onClose }: ResetAttemptsProps) {
  const { text, countText } = useLanguage();
  const preview = usePreview('payment-reset-attempts', { reference });
  return (
    <Dialog open onClose={onClose} title={text('Let the customer try again')} description={reference}>
      <PreviewedForm
        preview={preview}
        buttonLabel={text('Reset attempts')}
        done={text('The customer can try {reference} again.', { reference })}
        onDone={onClose}
        others={
          <Button kind="secondary" onClick={onClose}>
            {text('Cancel')}
          </Button>
        }
      >
        <p>
          {countText(attempts, {
            one: '{count} card attempt failed or was abandoned.',
            other: '{count} card attempts failed or were abandoned.',
          })}
        </p>
      </PreviewedForm>
    </Dialog>
  );
}
