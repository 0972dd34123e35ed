import { useRef } from 'react';
import { useBundle } from '#browser/session-store.ts';
import { useForm } from '#browser/use-form.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { isBlank } from '../domain/password-rules.ts';

interface ProofDialogProps {
  /** Throws errors that the dialog shows, such as a wrong password. */
  onConfirm: (password: string) => Promise<void>;
  onCancel: () => void;
}

/** Asks for the password before money or a ticket leaves the account. */
export function ProofDialog({ onConfirm, onCancel }: ProofDialogProps) {
  const { text } = useLanguage();
  const { customer } = useBundle();
  const field = useRef<HTMLInputElement>(null);
  const form = useForm({
    initial: { password: '' },
    validate: ({ password }) =>
      isBlank(password) ? [{ field: 'password' as const, message: text('Please enter your current password.') }] : [],
    submit: ({ password }) => onConfirm(password),
  });
  return (
    <Dialog
      open
      onClose={onCancel}
      title={text('Confirm that it is you')}
      description={text('You logged in a while ago. Enter your password to continue; what you have filled in is kept.')}
      keepOnBackdrop
      initialFocus={field}
      onSubmit={form.onSubmit}
      footer={
        <>
          <Button kind="secondary" onClick={onCancel}>
            {text('Cancel')}
          </Button>
          <Button type="submit" busy={form.pending}>
            {text('Confirm')}
          </Button>
        </>
      }
    >
      <ErrorSummary errors={form.errors} ref={form.summaryRef} headingLevel={3}>
        {form.values.password !== '' && <Link to={paths.forgotPassword()}>{text('Reset your password')}</Link>}
      </ErrorSummary>
      {/* Tells password managers whose password it is. */}
      <input type="email" value={customer?.email ?? ''} autoComplete="username" readOnly hidden />
      <PasswordField
        ref={field}
        label={text('Current password')}
        autoComplete="current-password"
        required
        marked={false}
        {...form.field('password')}
      />
    </Dialog>
  );
}
