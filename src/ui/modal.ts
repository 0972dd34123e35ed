import { type RefObject, useState } from 'react';
import { focusableHeading } from '#browser/route-arrival.ts';
import { useBackGesture } from './back-gesture.ts';
import { focusedOrPressed } from './last-pressed.ts';

export type FocusTarget = RefObject<HTMLElement | null> | (() => HTMLElement | null);

/** Why a modal asked to be closed. */
type CloseReason = 'escape' | 'backdrop' | 'button' | 'back' | 'other';

export interface ModalProps {
  open: boolean;
  /** The only way out: Escape, the close button, the backdrop and the Back gesture all end here. */
  onClose: (reason: CloseReason) => void;
  /** What takes focus first; a text field has its text selected. The first control unless told. */
  initialFocus?: FocusTarget;
  /** Where focus goes afterwards if the opener has vanished, such as the cart row or the page's heading. */
  returnFocus?: FocusTarget;
}

const resolve = (target: FocusTarget | undefined): HTMLElement | null =>
  (typeof target === 'function' ? target() : target?.current) ?? null;

interface OpenChange {
  reason: string;
  cancel: () => void;
}

/** What Dialog, SidePanel and ConfirmDialog share on top of Base UI: reasons, Back gesture, focus in and out. */
export function useModal({ open, onClose, initialFocus, returnFocus }: ModalProps, ignoreBackdrop: boolean) {
  const [wasOpen, setWasOpen] = useState(false);
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  if (open !== wasOpen) {
    setWasOpen(open);
    // Read while rendering: Base UI moves focus before the effects of this component run.
    if (open && typeof document !== 'undefined') setOpener(focusedOrPressed());
  }
  const escapeIsHandled = useBackGesture(open, () => onClose('back'));

  const onOpenChange = (next: boolean, details: OpenChange) => {
    if (next) return;
    if (details.reason === 'outside-press' && ignoreBackdrop) return details.cancel();
    if (details.reason === 'escape-key' && escapeIsHandled.current) return details.cancel();
    onClose(reasons[details.reason] ?? 'other');
  };

  const focusFirst = () => {
    const target = resolve(initialFocus);
    if (target instanceof HTMLInputElement && target.type !== 'checkbox' && target.type !== 'radio') {
      queueMicrotask(() => target.select());
    }
    return target ?? true;
  };

  const focusLast = () => {
    if (opener?.isConnected && opener !== document.body) return opener;
    return resolve(returnFocus) ?? focusableHeading() ?? true;
  };

  return { onOpenChange, focusFirst, focusLast };
}

const reasons: Record<string, CloseReason> = {
  'escape-key': 'escape',
  'outside-press': 'backdrop',
  'close-press': 'button',
};
