import { type SyntheticEvent, useState } from 'react';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { QueryState } from '#ui/office/query-state.tsx';
import styles from './read-mail.module.css';

interface ReadMailProps {
  code: string;
  mail: number;
  onClose: () => void;
}

/** A mail as it was sent, and the way to send it again. */
export default function ReadMail({ code, mail, onClose }: ReadMailProps) {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  const query = useOfficeCall('order-mail', { code, mail });
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={query.data?.subject ?? text('Mail')}
      description={query.data && text('To {email}', { email: query.data.to })}
    >
      <QueryState query={query} failed={text('This mail did not load')}>
        {(shown) => (
          <>
            <iframe
              className={styles.mail}
              title={shown.subject}
              sandbox="allow-same-origin"
              srcDoc={shown.html}
              onLoad={setStyles}
            />
            {may('mails.retry') && <SendAgain code={code} mail={shown} onClose={onClose} />}
          </>
        )}
      </QueryState>
    </Dialog>
  );
}

/**
 * Gives a mail its styles. The frame has the office's policy, which allows none within HTML, but those that a script of
 * ours sets; the frame itself runs no scripts.
 */
function setStyles({
  currentTarget: { contentDocument: page, contentWindow: view },
}: SyntheticEvent<HTMLIFrameElement>) {
  if (!page || !view) return;
  for (const element of page.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset.style ?? '';
  const { CSSStyleSheet: Sheet } = view as Window & typeof globalThis;
  page.adoptedStyleSheets = [...page.querySelectorAll('template')].map(({ content }) => {
    const sheet = new Sheet();
    sheet.replaceSync(content.textContent ?? '');
    return sheet;
  });
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
      done={text('The mail is on its way.')}
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
            one: '{count} ticket is attached, as it is when the mail leaves.',
            other: '{count} tickets are attached, as they are when the mail leaves.',
          })}
        </p>
      )}
      <Field
        id="mail-to"
        label={text('To another address')}
        optional
        hint={
          mail.carries_secret
            ? text('This mail opens the order or its tickets, so only to the customer or a ticket holder.')
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
