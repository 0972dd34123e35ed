import { lazy, Suspense } from 'react';
import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { useCheckedForm } from '#browser/use-checked-form.ts';
import { inGroups } from '#kernel/in-groups.ts';
import { Button } from '#ui/button.tsx';
import { Code } from '#ui/code.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import styles from './sign-in-card.module.css';

const QrCode = lazy(() => import('#ui/qr-code.tsx'));

interface CodeAppFormProps {
  setUp: OfficeAnswer<'totp-setup'>;
  /** `recoveryCodes` has new codes if they are the person's first ones. */
  onAdded: (recoveryCodes: readonly string[] | null) => Promise<void>;
  onCancel: () => void;
}

/** Shows the secret to a code app, and proves with its first code that it works. */
export function CodeAppForm({ setUp, onAdded, onCancel }: CodeAppFormProps) {
  const { text } = useLanguage();
  const form = useCheckedForm({
    initial: { code: '' },
    validate: ({ code }) =>
      code.trim() === '' ? [{ field: 'code' as const, message: text('Please enter the code.') }] : [],
    submit: async ({ code }) => {
      const { recovery_codes } = await officeCall('totp-confirm', { code: code.replace(/\s/g, '') });
      await onAdded(recovery_codes);
    },
  });
  const secret = inGroups(setUp.secret);
  return (
    <form className={styles.lines} noValidate onSubmit={form.onSubmit}>
      <ErrorSummary errors={form.errors} ref={form.summaryRef} />
      <p className={styles.quiet}>{text('Scan this with your authenticator app, or enter the key.')}</p>
      <div className={styles.qr}>
        <Suspense>
          <QrCode text={setUp.uri} label={text('QR code for your authenticator app')} />
        </Suspense>
      </div>
      <p>
        <Code>{secret}</Code> <CopyButton text={setUp.secret} what={text('key')} />
      </p>
      <Field
        className={styles.code}
        label={text('Code')}
        hint={text('The 6-digit code from your authenticator app')}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...form.field('code')}
      />
      <Button type="submit" wide busy={form.pending}>
        {text('Add the app')}
      </Button>
      <Button kind="secondary" wide onClick={onCancel}>
        {text('Cancel')}
      </Button>
    </form>
  );
}
