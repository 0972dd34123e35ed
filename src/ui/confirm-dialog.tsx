import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { useLanguage } from './language.ts';
import { type ModalProps, useModal } from './modal.ts';
import { keepNoticesAbove } from './notices-above.ts';

export interface ConfirmDialogProps extends Omit<ModalProps, 'initialFocus'> {
  title: ReactNode;
  children?: ReactNode;
  onConfirm: () => void;
  confirmLabel?: string;
  /** The label of the Cancel button; null if the dialog only informs. */
  cancelLabel?: string | null;
  /** Makes the confirming button red, for irreversible actions. */
  dangerous?: boolean;
  /** Whether the confirmed call is running. The dialog stays open until the caller closes it. */
  busy?: boolean;
}

/** Focus starts on Confirm, so that Enter and Space confirm. */
export function ConfirmDialog({
  title,
  children,
  onConfirm,
  confirmLabel,
  cancelLabel,
  dangerous = false,
  busy = false,
  ...modal
}: ConfirmDialogProps) {
  const { text } = useLanguage();
  const confirm = useRef<HTMLButtonElement>(null);
  const { onOpenChange, focusOnOpen, focusOnClose } = useModal(
    { ...modal, initialFocus: confirm },
    { ignoreBackdrop: true },
  );
  return (
    <Base.Root open={modal.open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} forceRender />
        <Base.Popup
          className={classNames(styles.dialog, styles.confirm)}
          initialFocus={focusOnOpen}
          finalFocus={focusOnClose}
        >
          <div className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
          </div>
          {children && (
            <Base.Description render={<div />} className={styles.body}>
              {children}
            </Base.Description>
          )}
          <div ref={keepNoticesAbove} className={styles.footer}>
            {cancelLabel !== null && (
              <Button kind="secondary" onClick={() => modal.onClose('button')}>
                {cancelLabel ?? text('Cancel')}
              </Button>
            )}
            <Button ref={confirm} kind={dangerous ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
              {confirmLabel ?? text('Confirm')}
            </Button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
