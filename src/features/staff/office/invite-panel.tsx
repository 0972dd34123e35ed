import { officeCall } from '#browser/office-api.ts';
import { problemsOf } from '#browser/problems-of.ts';
import { emailKey, isEmailAddress } from '#kernel/email.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { Panel } from '#ui/office/panel.tsx';
import { toast } from '#ui/toast.tsx';
import { readMailbox } from '../domain/mailbox.ts';
import { mayGive, ROLES, type Role } from '../domain/permissions.ts';
import { RoleChoice } from './role-choice.tsx';
import { useStaffSession } from './staff-session.tsx';
import styles from './team.module.css';
import { useOfficeForm } from './use-office-form.ts';

/**
 * Emails a link that works for 48 hours. Addresses of colleagues, `taken`, are refused before somebody has to confirm
 * who they are.
 */
export function InvitePanel({ taken, onInvited }: { taken: readonly string[]; onInvited: () => void }) {
  const { text } = useLanguage();
  const { person } = useStaffSession();
  const form = useOfficeForm<{ mailbox: string; roles: Role[] }>({
    keptAs: 'invite',
    initial: { mailbox: '', roles: [] },
    validate: ({ mailbox, roles }) => {
      const { name, email } = readMailbox(mailbox);
      const whyNot =
        email === ''
          ? text('Please enter a name and an email address.')
          : name === ''
            ? text('Please enter the name before the email address.')
            : !isEmailAddress(email)
              ? text('Please enter a valid email address.')
              : taken.some((one) => emailKey(one) === emailKey(email))
                ? text('Someone with this email address already has an account or an invitation.')
                : undefined;
      return problemsOf({
        mailbox: whyNot,
        roles: roles.length === 0 ? text('Please choose a role.') : undefined,
      });
    },
    submit: async ({ mailbox, roles }) => {
      const { name, email } = readMailbox(mailbox);
      await officeCall('staff-invite', { name, email, roles });
      toast(text('Invitation emailed to {email}.', { email }));
      form.reset({ mailbox: '', roles: [] });
      onInvited();
    },
    serverField: (name) => (name === 'name' || name === 'email' ? 'mailbox' : undefined),
  });
  return (
    <Panel heading={text('Invite someone')}>
      <form className={styles.invite} noValidate onSubmit={form.onSubmit}>
        <ErrorSummary errors={form.errors} ref={form.summaryRef} headingLevel={3} />
        <Field
          label={text('Name and email')}
          hint={text('For example: Ana Maric <ana@example.org>')}
          autoComplete="off"
          {...form.field('mailbox')}
        />
        <RoleChoice
          offered={ROLES.filter((role) => mayGive(person.roles, role))}
          chosen={form.values.roles}
          onChange={(roles) => form.setValue('roles', roles)}
          {...form.at('roles')}
        />
        <Button type="submit" busy={form.pending}>
          {text('Send invitation')}
        </Button>
      </form>
    </Panel>
  );
}
