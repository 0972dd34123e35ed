import { PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { formatMoney } from '#kernel/money.ts';
import { useLanguage } from '#ui/language.ts';
import { CancelButton, FormDialog } from '#ui/office/form-dialog.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import type { OpenPart } from './part-menu.tsx';

/** Emails the customer a link to pay a part now. */
export default function MailPartLink({ part, onClose }: { part: OpenPart; onClose: () => void }) {
  const { text } = useLanguage();
  const preview = usePreview('instalment-mail-link', { reference: part.reference });
  const amount = formatMoney(part.amount - part.paid_amount, useShopSettings());
  return (
    <FormDialog
      name={`mail.${part.reference}`}
      onClose={onClose}
      title={text('Email the link to pay')}
      description={part.reference}
    >
      <PreviewedForm
        preview={preview}
        buttonLabel={text('Send email')}
        done={text('Email sent.')}
        onDone={onClose}
        others={<CancelButton onClose={onClose} />}
      >
        <p>{text('The customer can then pay {amount} now, even before its due date.', { amount })}</p>
      </PreviewedForm>
    </FormDialog>
  );
}
