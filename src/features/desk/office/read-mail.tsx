import type { OfficeAnswer } from '#browser/office-calls.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { useLanguage } from '#ui/language.ts';
import { FormDialog } from '#ui/office/form-dialog.tsx';
import { MailFrame } from '#ui/office/mail-frame.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { MailAgainForm } from './mail-again.tsx';
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
    <FormDialog
      name={`email.${mail}`}
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
    </FormDialog>
  );
}

function SendAgain({ code, mail, onClose }: { code: string; mail: OfficeAnswer<'order-mail'>; onClose: () => void }) {
  const { text, countText } = useLanguage();
  const query = useOfficeCall('order-mails', { code });
  return (
    <QueryState query={query} failed={text('The emails did not load')}>
      {(sendable) => (
        <MailAgainForm
          code={code}
          sendable={sendable}
          current={false}
          mails={[mail.id]}
          showsMail={false}
          onClose={onClose}
        >
          {mail.tickets > 0 && (
            <p>
              {countText(mail.tickets, {
                one: '{count} ticket will be attached, as it is when the email is sent.',
                other: '{count} tickets will be attached, as they are when the email is sent.',
              })}
            </p>
          )}
        </MailAgainForm>
      )}
    </QueryState>
  );
}
