import { type RefObject, useState } from 'react';
import { focusableHeading } from '#browser/route-arrival.ts';
import { useBackGesture } from './back-gesture.ts';
import { focusedOrPressed } from './last-pressed.ts';

export type FocusTarget = RefObject<HTMLElement | null> | (() => HTMLElement | null);

type CloseReason = 'escape' | 'backdrop' | 'button' | 'back' | 'other';

export interface ModalProps {
  open: boolean;
  /** Called for Escape, the close button, the backdrop and the Back gesture. */
  onClose: (reason: CloseReason) => void;
  /** Default: the first control. A focused text field has its text selected. */
  initialFocus?: FocusTarget;
  /** Takes focus afterwards if the opener no longer exists. */
  returnFocus?: FocusTarget;
}

const resolve = (target: FocusTarget | undefined): HTMLElement | null =>
  (typeof target === 'function' ? target() : target?.current) ?? null;

interface OpenChange {
  reason: string;
  cancel: () => void;
}

/** Adds close reasons, the Back gesture and focus handling to Base UI for all modals. */
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
