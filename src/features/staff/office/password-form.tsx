import { officeCall } from '#browser/office-api.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { useLanguage } from '#ui/language.ts';
import { PasswordField } from '#ui/password-field.tsx';
import styles from './sign-in-card.module.css';
import { useOfficeForm } from './use-office-form.ts';

export function PasswordForm({ email, onSet }: { email: string; onSet: () => Promise<void> }) {
  const { text } = useLanguage();
  const form = useOfficeForm({
    initial: { password: '' },
    validate: ({ password }) =>
      password === '' ? [{ field: 'password' as const, message: text('Please enter your new password.') }] : [],
    submit: async ({ password }) => {
      await officeCall('set-password', { password });
      await onSet();
    },
  });
  return (
    <form className={styles.lines} noValidate onSubmit={form.onSubmit}>
      <ErrorSummary errors={form.errors} ref={form.summaryRef} headingLevel={3} />
      <input type="email" value={email} autoComplete="username" readOnly hidden />
      <PasswordField
        label={text('New password')}
        hint={text('At least 12 characters. All your other sessions will end.')}
        autoComplete="new-password"
        {...form.field('password')}
      />
      <Button type="submit" wide busy={form.pending}>
        {text('Save')}
      </Button>
    </form>
  );
}
