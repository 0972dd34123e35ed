import { type ComponentType, useEffect, useState } from 'react';

export type ToastTone = 'ok' | 'bad' | 'warn' | 'info';

export interface ToastMessage {
  message: string;
  tone: ToastTone;
}

/** Notices from before the region was rendered. */
const waiting: ToastMessage[] = [];
/** Shows a notice; null until the region is rendered. */
let show: ((notice: ToastMessage) => void) | null = null;
let end = (): void => {};
/** Loads the region's code; does nothing until `ToastRegion` is mounted. */
let loadRegion = (): void => {};

/**
 * Shows a notice at the bottom right, at most three at a time and none twice. Notices disappear by themselves, so the
 * same information must stay on the page, and they have no actions.
 */
export function toast(message: string, tone: ToastTone = 'ok'): void {
  if (show) {
    show({ message, tone });
  } else {
    waiting.push({ message, tone });
    loadRegion();
  }
}

/**
 * Closes the notices about the screen that the customer leaves. Called when another page, a dialog or a panel opens.
 * Notices with the same cause stay: "Login success." belongs to the page that it leads to.
 */
export const endToasts = (): void => end();

/** Shows the waiting notices and later ones with `region`, until the returned function is called. */
export function showToastsWith(region: (notice: ToastMessage) => void, endShown = (): void => {}): () => void {
  show = region;
  end = endShown;
  for (const notice of waiting.splice(0)) region(notice);
  return () => {
    if (show !== region) return;
    show = null;
    end = () => {};
  };
}

/** A visitor who only reads causes none of these events, and sees no notices. */
const FIRST_INTERACTIONS = ['pointerover', 'touchstart', 'focusin', 'keydown'] as const;

/**
 * Rendered once, next to the application. The first interaction or notice loads its code, which is as large as a
 * page's.
 */
export function ToastRegion() {
  const [Region, setRegion] = useState<ComponentType | null>(null);

  useEffect(() => {
    let isRequested = false;
    const load = () => {
      if (isRequested) return;
      isRequested = true;
      import('./toast-region.tsx').then(
        ({ ToastStack }) => setRegion(() => ToastStack),
        () => {
          // This drops the notice, whose text the page also shows. The next notice retries.
          isRequested = false;
          waiting.length = 0;
        },
      );
    };
    loadRegion = load;
    if (waiting.length > 0) load();
    for (const type of FIRST_INTERACTIONS) document.addEventListener(type, load, { once: true, passive: true });
    return () => {
      for (const type of FIRST_INTERACTIONS) document.removeEventListener(type, load);
    };
  }, []);

  return Region && <Region />;
}
