import type { OfficeRequest } from '#browser/office-calls.ts';
import { PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useLanguage } from '#ui/language.ts';

interface SendMailsProps {
  /** Retries mails that were given up, or sends sent mails again. */
  action: 'mails-retry' | 'mails-again';
  filter: OfficeRequest<'mails-list'>['filter'];
  matching: number;
  onClose: () => void;
}

/** Shows how many mails will be sent, and to whom, before sending them. */
export default function SendMails({ action, filter, matching, onClose }: SendMailsProps) {
  const { text, countText } = useLanguage();
  const preview = usePreview(action, { filter });
  const count = preview.outcome?.mails.length ?? 0;
  const leftOut = preview.outcome ? matching - count : 0;
  const isRetry = action === 'mails-retry';
  return (
    <Dialog open onClose={onClose} title={isRetry ? text('Try again now') : text('Send again')}>
      <PreviewedForm
        preview={preview}
        press={
          isRetry
            ? countText(count, { one: 'Retry {count} email', other: 'Retry {count} emails' })
            : countText(count, { one: 'Send {count} email again', other: 'Send {count} emails again' })
        }
        done={countText(count, { one: '{count} email is on its way.', other: '{count} emails are on their way.' })}
        onDone={onClose}
        others={
          <Button kind="secondary" onClick={onClose}>
            {text('Close')}
          </Button>
        }
      >
        <p>
          {isRetry
            ? text(
                'Emails whose text has been deleted are left out. If the mail server refused an address, it will refuse it again.',
              )
            : text(
                'Sends emails about orders again, word for word, to the same address. An email that opens an order or a ticket is left out if its address no longer belongs to the order.',
              )}
        </p>
        {leftOut > 0 && (
          <p>
            {countText(leftOut, {
              one: '{count} email in the list will be left out.',
              other: '{count} emails in the list will be left out.',
            })}
          </p>
        )}
      </PreviewedForm>
    </Dialog>
  );
}
