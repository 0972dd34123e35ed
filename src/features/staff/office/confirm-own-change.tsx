import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { useLanguage } from '#ui/language.ts';

/** A change of the person's own sign-in that cannot be undone. */
export type OwnChange =
  | { kind: 'passkey'; id: number; name: string }
  | { kind: 'code-app' }
  /** New recovery codes. */
  | { kind: 'codes' };

interface ConfirmOwnChangeProps {
  change: OwnChange;
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

export default function ConfirmOwnChange({ change, busy, onClose, onConfirm }: ConfirmOwnChangeProps) {
  const { text } = useLanguage();
  const shared = { open: true, busy, onClose, onConfirm };
  if (change.kind === 'codes')
    return (
      <ConfirmDialog {...shared} title={text('Create new recovery codes?')} confirmLabel={text('Create new codes')}>
        {text('Your current codes will stop working.')}
      </ConfirmDialog>
    );
  if (change.kind === 'code-app')
    return (
      <ConfirmDialog
        {...shared}
        dangerous
        title={text('Remove the authenticator app?')}
        confirmLabel={text('Remove the authenticator app')}
      >
        {text('Its codes will no longer sign you in. You and the owners get an email.')}
      </ConfirmDialog>
    );
  const { name } = change;
  return (
    <ConfirmDialog
      {...shared}
      dangerous
      title={text('Remove {name}?', { name })}
      confirmLabel={text('Remove {name}', { name })}
    >
      {text('This passkey will no longer sign you in. You and the owners get an email.')}
    </ConfirmDialog>
  );
}
