import { type ReactNode, useState } from 'react';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { problemsOf } from '#browser/problems-of.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { PreviewedForm, usePreviewedForm } from '#features/previews/office/public.tsx';
import { AuditReason, useStaffSession } from '#features/staff/office/public.tsx';
import { formatDateTime } from '#kernel/dates.ts';
import { isEmailAddress } from '#kernel/email.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { TextWithCodes } from '#ui/code.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { CancelButton, FormDialog } from '#ui/office/form-dialog.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import styles from './mail-again.module.css';

type Sendable = OfficeAnswer<'order-mails'>;

interface MailAgainProps {
  code: string;
  onClose: () => void;
}

/** Sends emails about an order again: the one for its current status, or earlier ones. */
export default function MailAgain({ code, onClose }: MailAgainProps) {
  const { text } = useLanguage();
  const query = useOfficeCall('order-mails', { code });
  return (
    <FormDialog name="mail" onClose={onClose} size="wide" title={text('Send email again')} description={code}>
      <QueryState query={query} failed={text('The emails did not load')}>
        {(sendable) => <ChooseMails code={code} sendable={sendable} onClose={onClose} />}
      </QueryState>
    </FormDialog>
  );
}

/** The number of earlier emails shown at first. */
const MAILS_AT_FIRST = 6;

function ChooseMails({ code, sendable, onClose }: MailAgainProps & { sendable: Sendable }) {
  const { text, countText } = useLanguage();
  const settings = useShopSettings();
  const [current, setCurrent] = useState(true);
  const [mails, setMails] = useState<readonly number[]>([]);
  const [isAll, setAll] = useState(false);
  const shown = isAll ? sendable.mails : sendable.mails.slice(0, MAILS_AT_FIRST);
  const hidden = sendable.mails.length - shown.length;
  return (
    <MailAgainForm code={code} sendable={sendable} current={current} mails={mails} onClose={onClose}>
      <fieldset className={styles.mails}>
        <legend>{text('Which emails')}</legend>
        <Checkbox
          id="mail-current"
          checked={current}
          label={text('The email for the order’s current status')}
          hint={text('Newly written, for the customer.')}
          onChange={({ currentTarget: { checked } }) => setCurrent(checked)}
        />
        {shown.map(({ id, subject, to, written_at: written, sent_at: sent }) => (
          <Checkbox
            key={id}
            id={`mail-${id}`}
            checked={mails.includes(id)}
            label={<TextWithCodes>{subject}</TextWithCodes>}
            hint={text('{time}, to {email}', { time: formatDateTime(sent ?? written, settings), email: to })}
            onChange={({ currentTarget: { checked } }) =>
              setMails(checked ? [...mails, id] : mails.filter((one) => one !== id))
            }
          />
        ))}
        {hidden > 0 && (
          <Button kind="secondary" small onClick={() => setAll(true)}>
            {countText(hidden, { one: 'Show {count} older email', other: 'Show {count} older emails' })}
          </Button>
        )}
      </fieldset>
    </MailAgainForm>
  );
}

const ANOTHER = 'another';

interface MailAgainFormProps extends MailAgainProps {
  sendable: Sendable;
  /** Whether to send the email for the current status. */
  current: boolean;
  /** The earlier emails to send. */
  mails: readonly number[];
  /** Whether the emails' text is shown at once. */
  showsMail?: boolean;
  children?: ReactNode;
}

/** Where the chosen emails go, what will be sent, and the button that does it. */
export function MailAgainForm({
  code,
  sendable,
  current,
  mails,
  showsMail = true,
  onClose,
  children,
}: MailAgainFormProps) {
  const { text, countText } = useLanguage();
  const { may } = useStaffSession();
  const canChooseAddress = mails.length > 0 && !current;
  const carriesSecret = sendable.mails.some((mail) => mail.carries_secret && mails.includes(mail.id));
  const isAnotherOf = (choice: string) => canChooseAddress && choice === ANOTHER;
  const form = usePreviewedForm({
    call: 'order-mail-again',
    keptAs: `mail.${code}.${children === undefined ? '' : mails.join('.')}`,
    initial: { choice: '', address: '', reason: '' },
    validate: ({ choice, address, reason }) =>
      problemsOf({
        choice: current || mails.length > 0 ? undefined : text('Please choose an email.'),
        address:
          isAnotherOf(choice) && !isEmailAddress(address.trim())
            ? text('Please enter a valid email address.')
            : undefined,
        reason: isAnotherOf(choice) && reason.trim() === '' ? text('Please enter a reason.') : undefined,
      }),
    request: ({ choice, address, reason }) => ({
      code,
      current,
      mails: [...mails],
      to: !canChooseAddress ? '' : choice === ANOTHER ? address.trim() : choice,
      reason: isAnotherOf(choice) ? reason.trim() : '',
    }),
    serverField: (name) => (name === 'to' ? 'address' : name === 'reason' ? 'reason' : undefined),
  });
  const isAnother = isAnotherOf(form.values.choice);
  const count = form.preview.outcome?.mails.length ?? Number(current) + mails.length;
  return (
    <PreviewedForm
      form={form}
      buttonLabel={countText(count, { one: 'Send {count} email', other: 'Send {count} emails' })}
      showsMail={showsMail}
      done={countText(count, { one: '{count} email is on its way.', other: '{count} emails are on their way.' })}
      onDone={onClose}
      others={<CancelButton onClose={onClose} />}
    >
      {children}
      {canChooseAddress && (
        <SelectField
          label={text('To')}
          options={[
            { value: '', label: text('The address to which it was sent') },
            ...sendable.addresses.map((email) => ({ value: email, label: email })),
            ...(may('orders.override') ? [{ value: ANOTHER, label: text('Another address…') }] : []),
          ]}
          {...form.field('choice')}
          error={isAnother ? undefined : form.at('address').error}
        />
      )}
      {isAnother && (
        <>
          <Field
            label={text('Email')}
            hint={
              carriesSecret
                ? text(
                    'This email gives access to the order or its tickets, so it can only be sent to the customer or a ticket holder.',
                  )
                : undefined
            }
            type="email"
            autoComplete="off"
            {...form.field('address')}
          />
          <AuditReason {...form.field('reason')} />
        </>
      )}
    </PreviewedForm>
  );
}
