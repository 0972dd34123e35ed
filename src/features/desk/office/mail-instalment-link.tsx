import { PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { formatMoney } from '#kernel/money.ts';
import { useLanguage } from '#ui/language.ts';
import { CancelButton, FormDialog } from '#ui/office/form-dialog.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import type { ShownInstalment } from './instalment-menu.tsx';

/** Emails the customer a link to pay an instalment now. */
export default function MailInstalmentLink({
  instalment,
  onClose,
}: {
  instalment: ShownInstalment;
  onClose: () => void;
}) {
  const { text } = useLanguage();
  const preview = usePreview('instalment-mail-link', { reference: instalment.reference });
  const amount = formatMoney(instalment.amount - instalment.paid_amount, useShopSettings());
  return (
    <FormDialog
      name={`mail.${instalment.reference}`}
      onClose={onClose}
      title={text('Email the link to pay')}
      description={instalment.reference}
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
