import { type RefObject, useEffect, useRef, useState } from 'react';
import { focusableHeading } from '#browser/route-arrival.ts';
import { useBackGesture } from './back-gesture.ts';
import { focusedOrPressed } from './last-pressed.ts';
import type { ModalAddress } from './modal-entries.ts';

export type FocusTarget = RefObject<HTMLElement | null> | (() => HTMLElement | null);

type CloseReason = 'escape' | 'backdrop' | 'button' | 'back' | 'other';

export interface ModalProps {
  open: boolean;
  /** Called for Escape, the close button, the backdrop and the Back gesture. */
  onClose: (reason: CloseReason) => void;
  /** Default: the first control. If it is a text field, its text is selected. */
  initialFocus?: FocusTarget;
  /** Takes focus after closing if the opener no longer exists. */
  returnFocus?: FocusTarget;
  /** False for a question over another modal, which Back does not close. Default: true. */
  hasEntry?: boolean;
  /** For a modal that its address opens again. */
  address?: () => ModalAddress;
}

const resolve = (target: FocusTarget | undefined): HTMLElement | null =>
  (typeof target === 'function' ? target() : target?.current) ?? null;

interface OpenChange {
  reason: string;
  cancel: () => void;
}

/** The open modals, numbered in the order in which they opened. */
const openNumbers = new Set<number>();
let lastNumber = 0;

/** What opened a modal that has closed while another was over it. It gets focus when the upper one closes. */
let openerBelow: HTMLElement | null = null;

/** Whether another modal has opened since this one did. If so, focus belongs there, even when this one closes late. */
function useIsBelowAnother(open: boolean): () => boolean {
  const number = useRef(0);
  useEffect(() => {
    if (!open) return;
    lastNumber += 1;
    const mine = lastNumber;
    number.current = mine;
    openNumbers.add(mine);
    return () => {
      openNumbers.delete(mine);
    };
  }, [open]);
  return () => [...openNumbers].some((other) => other > number.current);
}

/** Adds close reasons, the Back gesture and focus handling to Base UI, for all modals. */
export function useModal(
  { open, onClose, initialFocus, returnFocus, hasEntry = true, address }: ModalProps,
  { ignoreBackdrop }: { readonly ignoreBackdrop: boolean },
) {
  const [wasOpen, setWasOpen] = useState(false);
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  if (open !== wasOpen) {
    setWasOpen(open);
    // This is read while rendering, because Base UI moves focus before the effects of this component run.
    if (open && typeof document !== 'undefined') setOpener(focusedOrPressed());
  }
  const isBelowAnother = useIsBelowAnother(open);
  const escapeIsHandled = useBackGesture(open && hasEntry, () => onClose('back'), address);

  const onOpenChange = (next: boolean, details: OpenChange) => {
    if (next) return;
    if (details.reason === 'outside-press' && ignoreBackdrop) return details.cancel();
    if (details.reason === 'escape-key' && escapeIsHandled.current) return details.cancel();
    onClose(reasons[details.reason] ?? 'other');
  };

  const focusOnOpen = () => {
    const target = resolve(initialFocus);
    if (target instanceof HTMLInputElement && target.type !== 'checkbox' && target.type !== 'radio') {
      queueMicrotask(() => target.select());
    }
    return target ?? true;
  };

  const focusOnClose = () => {
    if (isBelowAnother()) {
      openerBelow = opener;
      return false;
    }
    const below = openerBelow;
    openerBelow = null;
    if (below?.isConnected && below !== document.body) return below;
    if (opener?.isConnected && opener !== document.body) return opener;
    return resolve(returnFocus) ?? focusableHeading() ?? true;
  };

  return { onOpenChange, focusOnOpen, focusOnClose };
}

const reasons: Record<string, CloseReason> = {
  'escape-key': 'escape',
  'outside-press': 'backdrop',
  'close-press': 'button',
};
