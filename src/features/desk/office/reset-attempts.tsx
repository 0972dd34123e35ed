import { PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { useLanguage } from '#ui/language.ts';
import { CancelButton, FormDialog } from '#ui/office/form-dialog.tsx';

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
    <FormDialog
      name={`again.${reference}`}
      onClose={onClose}
      title={text('Let the customer try again')}
      description={reference}
    >
      <PreviewedForm
        preview={preview}
        buttonLabel={text('Reset attempts')}
        done={text('The customer can try to pay {reference} again.', { reference })}
        quietEffect={text('The customer can try to pay by card again. No money is moved and no email is sent.')}
        onDone={onClose}
        others={<CancelButton onClose={onClose} />}
      >
        <p>
          {countText(attempts, {
            one: '{count} card attempt failed or was abandoned.',
            other: '{count} card attempts failed or were abandoned.',
          })}
        </p>
      </PreviewedForm>
    </FormDialog>
  );
}
