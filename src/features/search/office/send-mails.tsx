import { useNavigate } from 'react-router';
import type { OfficeAnswer, OfficeRequest } from '#browser/office-calls.ts';
import { type BulkRow, BulkRows, mailLeftOutTexts } from '#features/bulk/office/public.tsx';
import { PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { useLanguage } from '#ui/language.ts';
import { CancelButton, FormDialog } from '#ui/office/form-dialog.tsx';

interface SendMailsProps {
  /** Retries mails that were given up, or sends sent mails again. */
  action: 'mails-retry' | 'mails-again';
  filter: OfficeRequest<'mails-list'>['filter'];
  onClose: () => void;
}

/** Lists the mails that will be sent and those that will not, and sends them. */
export default function SendMails({ action, filter, onClose }: SendMailsProps) {
  const { text, countText, translate } = useLanguage();
  const navigate = useNavigate();
  const preview = usePreview(action, { filter });
  const rows = (preview.answer?.rows ?? []).map(
    ({ mail, order, subject, to, why }): BulkRow => ({
      ...{ key: mail, order, to },
      name: subject || text('Deleted after its retention period'),
      ...(why !== null && { why: translate(mailLeftOutTexts[why]) }),
    }),
  );
  const sent = rows.filter(({ why }) => why === undefined);
  const leftOut = rows.filter(({ why }) => why !== undefined);
  const count = sent.length;
  const hasMore = preview.answer?.has_more ?? false;
  const isRetry = action === 'mails-retry';
  const done = ({ run }: OfficeAnswer<'mails-again'>) => {
    onClose();
    if (run !== null) navigate(`/orders/bulk/${run}`);
  };
  return (
    <FormDialog onClose={onClose} size="wide" title={isRetry ? text('Try again now') : text('Send again')}>
      <PreviewedForm
        preview={preview}
        buttonLabel={
          isRetry
            ? countText(count, { one: 'Retry {count} email', other: 'Retry {count} emails' })
            : countText(count, { one: 'Send {count} email again', other: 'Send {count} emails again' })
        }
        done={countText(count, { one: '{count} email is on its way.', other: '{count} emails are on their way.' })}
        onDone={done}
        others={<CancelButton onClose={onClose}>{text('Close')}</CancelButton>}
      >
        <p>
          {isRetry
            ? text('If the mail server refused an address, it will refuse it again.')
            : text('Sends emails about orders again, word for word, to the same addresses.')}
        </p>
        <BulkRows
          heading={countText(count, { one: '{count} email will be sent', other: '{count} emails will be sent' })}
          rows={sent}
          more={0}
        />
        <BulkRows
          heading={
            hasMore
              ? text('More than {count} emails are left out', { count: leftOut.length })
              : countText(leftOut.length, { one: '{count} email is left out', other: '{count} emails are left out' })
          }
          rows={leftOut}
          more={0}
          isOpen
        />
      </PreviewedForm>
    </FormDialog>
  );
}
