import { PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { useLanguage } from '#ui/language.ts';
import { CancelButton, FormDialog } from '#ui/office/form-dialog.tsx';

/** Mails the customer a link to the page where they enter the account that a refund waits for. */
export default function AskForAccount({ code, onClose }: { code: string; onClose: () => void }) {
  const { text } = useLanguage();
  const preview = usePreview('refund-account-ask', { code });
  return (
    <FormDialog
      name={`ask-account.${code}`}
      onClose={onClose}
      title={text('Ask for the bank account')}
      description={code}
    >
      <PreviewedForm
        preview={preview}
        buttonLabel={text('Send email')}
        done={text('Email about {code} sent.', { code })}
        showsMail
        onDone={onClose}
        others={<CancelButton onClose={onClose} />}
      >
        <p>{text('Once the customer has entered an account, the refund goes into the next file.')}</p>
      </PreviewedForm>
    </FormDialog>
  );
}
