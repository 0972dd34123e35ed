import { useState } from 'react';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { MailFrame } from '#ui/office/mail-frame.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import styles from './read-mail.module.css';

interface ReadMailProps {
  code: string;
  mail: number;
  onClose: () => void;
}

/** Shows a mail as it was sent, with an action to send it again. */
export default function ReadMail({ code, mail, onClose }: ReadMailProps) {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  const query = useOfficeCall('order-mail', { code, mail });
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={query.data?.subject ?? text('Email')}
      description={query.data && text('To {email}', { email: query.data.to })}
    >
      <QueryState query={query} failed={text('This email did not load')}>
        {(shown) => (
          <>
            <MailFrame className={styles.mail} subject={shown.subject} html={shown.html} />
            {may('mails.retry') && <SendAgain code={code} mail={shown} onClose={onClose} />}
          </>
        )}
      </QueryState>
    </Dialog>
  );
}

interface SendAgainProps {
  code: string;
  mail: OfficeAnswer<'order-mail'>;
  onClose: () => void;
}

function SendAgain({ code, mail, onClose }: SendAgainProps) {
  const { text, countText, translate } = useLanguage();
  const [to, setTo] = useState('');
  const preview = usePreview('mail-send-again', { code, mail: mail.id, to: to.trim() });
  return (
    <PreviewedForm
      preview={preview}
      press={text('Send again')}
      done={text('The email is on its way.')}
      onDone={onClose}
      others={
        <Button kind="secondary" onClick={onClose}>
          {text('Close')}
        </Button>
      }
    >
      {mail.tickets > 0 && (
        <p>
          {countText(mail.tickets, {
            one: '{count} ticket will be attached, as it is when the email is sent.',
            other: '{count} tickets will be attached, as they are when the email is sent.',
          })}
        </p>
      )}
      <Field
        id="mail-to"
        label={text('To another address')}
        optional
        hint={
          mail.carries_secret
            ? text(
                'This email opens the order or its tickets, so it can only be sent to the customer or a ticket holder.',
              )
            : undefined
        }
        type="email"
        value={to}
        autoComplete="off"
        error={preview.errors.to?.map(translate).join(' ')}
        onChange={({ currentTarget: { value } }) => setTo(value)}
      />
    </PreviewedForm>
  );
}
