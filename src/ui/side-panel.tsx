import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import dialogStyles from './dialog.module.css';
import { CloseIcon } from './icons.tsx';
import { useLanguage } from './language.ts';
import { type ModalProps, useModal } from './modal.ts';
import { keepNoticesAbove } from './notices-above.ts';
import styles from './side-panel.module.css';

export interface SidePanelProps extends ModalProps {
  title: ReactNode;
  /** Shown between the head and the scrolling part. */
  top?: ReactNode;
  children: ReactNode;
  /** Shown at the bottom, below the scrolling part. */
  foot?: ReactNode;
  closeLabel?: string;
}

/** A modal panel at the right edge, full width on phones. Load it lazily. */
export function SidePanel({ title, top, children, foot, closeLabel, ...modal }: SidePanelProps) {
  const { text } = useLanguage();
  const { onOpenChange, focusOnOpen, focusOnClose } = useModal(modal, { ignoreBackdrop: false });
  return (
    <Base.Root open={modal.open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={dialogStyles.backdrop} />
        <Base.Popup data-side-panel="" className={styles.panel} initialFocus={focusOnOpen} finalFocus={focusOnClose}>
          <div className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close className={styles.close} aria-label={closeLabel ?? text('Close')}>
              <CloseIcon />
            </Base.Close>
          </div>
          {top && <div className={styles.top}>{top}</div>}
          <div className={styles.body}>{children}</div>
          {foot && (
            <div ref={keepNoticesAbove} className={styles.foot}>
              {foot}
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
