import { officeCall } from '#browser/office-api.ts';
import { useForm } from '#browser/use-form.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { toast } from '#ui/toast.tsx';
import { mayGive, ROLES, type Role } from '../domain/permissions.ts';
import { RoleChoice } from './role-choice.tsx';
import { useStaffSession } from './staff-session.tsx';

/** Invites somebody by a mailed link that works for 48 hours. */
export default function InviteDialog({ onClose, onInvited }: { onClose: () => void; onInvited: () => void }) {
  const { text } = useLanguage();
  const { person } = useStaffSession();
  const form = useForm<{ name: string; email: string; roles: Role[] }>({
    initial: { name: '', email: '', roles: [] },
    validate: ({ name, email, roles }) => [
      ...(name.trim() === '' ? [{ field: 'name' as const, message: text('Please enter a name.') }] : []),
      ...(email.trim() === '' ? [{ field: 'email' as const, message: text('Please enter an email address.') }] : []),
      ...(roles.length === 0 ? [{ field: 'roles' as const, message: text('Please choose a role.') }] : []),
    ],
    submit: async ({ name, email, roles }) => {
      await officeCall('staff-invite', { name: name.trim(), email: email.trim(), roles });
      toast(text('Invitation emailed to {email}.', { email: email.trim() }));
      onInvited();
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      keepOnBackdrop={form.edited}
      title={text('Invite someone')}
      onSubmit={form.onSubmit}
      footer={
        <>
          <Button kind="secondary" onClick={onClose}>
            {text('Cancel')}
          </Button>
          <Button type="submit" busy={form.pending}>
            {text('Send invitation')}
          </Button>
        </>
      }
    >
      <ErrorSummary errors={form.errors} ref={form.summaryRef} headingLevel={3} />
      <Field label={text('Name')} autoComplete="off" {...form.field('name')} />
      <Field label={text('Email')} type="email" autoComplete="off" {...form.field('email')} />
      <RoleChoice
        offered={ROLES.filter((role) => mayGive(person.roles, role))}
        chosen={form.values.roles}
        onChange={(roles) => form.setValue('roles', roles)}
        error={form.errors.find(({ field }) => field === 'roles')?.message}
      />
    </Dialog>
  );
}
