import { Dialog as Base } from '@base-ui/react/dialog';
import type { FormEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { CloseIcon } from './icons.tsx';
import { useLanguage } from './language.ts';
import { type ModalProps, useModal } from './modal.ts';
import { keepNoticesAbove } from './notices-above.ts';

export interface DialogProps extends ModalProps {
  title: ReactNode;
  /** A line below the title, which describes the dialog to assistive technology. */
  description?: ReactNode;
  children: ReactNode;
  /** Buttons, with the affirmative one last. They stay visible while the body scrolls. */
  footer?: ReactNode;
  /** Makes body and footer one form, which calls this. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** Whether clicks on the backdrop are ignored. Set it once a field has been edited. */
  keepOnBackdrop?: boolean;
  /** 560 px, or 760 px for long texts such as terms. */
  size?: 'normal' | 'wide';
  closeLabel?: string;
}

/** A modal dialog; on phones a sheet at the bottom edge. Load it lazily. */
export function Dialog({
  title,
  description,
  children,
  footer,
  onSubmit,
  keepOnBackdrop = false,
  size = 'normal',
  closeLabel,
  ...modal
}: DialogProps) {
  const { text } = useLanguage();
  const { onOpenChange, focusOnOpen, focusOnClose } = useModal(modal, { ignoreBackdrop: keepOnBackdrop });
  const inside = (
    <>
      <div className={styles.body}>{children}</div>
      {footer && (
        <div ref={keepNoticesAbove} className={styles.footer}>
          {footer}
        </div>
      )}
    </>
  );
  return (
    <Base.Root open={modal.open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} forceRender />
        <Base.Popup
          className={classNames(styles.dialog, size === 'wide' && styles.wide)}
          initialFocus={focusOnOpen}
          finalFocus={focusOnClose}
        >
          <div className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            {description && (
              <Base.Description render={<div />} className={styles.description}>
                {description}
              </Base.Description>
            )}
          </div>
          {onSubmit ? (
            <form className={styles.inside} noValidate onSubmit={onSubmit}>
              {inside}
            </form>
          ) : (
            <div className={styles.inside}>{inside}</div>
          )}
          {/* The close button is last in focus order, so that the first field is first. CSS moves it next to the title. */}
          <Base.Close className={styles.close} aria-label={closeLabel ?? text('Close')}>
            <CloseIcon />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
