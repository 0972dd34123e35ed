import { type ComponentType, useEffect, useState } from 'react';

export type ToastTone = 'ok' | 'bad' | 'warn' | 'info';

export interface ToastMessage {
  message: string;
  tone: ToastTone;
}

/** What was said before the region stood. */
const waiting: ToastMessage[] = [];
/** Gives a notice to the region; null until that stands. */
let show: ((notice: ToastMessage) => void) | null = null;
/** Has the region's code brought, where there is a page to show it. */
let askForRegion = (): void => {};

/**
 * Shows a notice at the bottom right, at most three at once and none twice. Each must have a lasting twin on the page,
 * and none carries an action, because it goes away by itself.
 */
export function toast(message: string, tone: ToastTone = 'ok'): void {
  if (show) {
    show({ message, tone });
  } else {
    waiting.push({ message, tone });
    askForRegion();
  }
}

/** The region stands and shows notices from now on, those that waited first. Returns what ends that. */
export function showToastsWith(region: (notice: ToastMessage) => void): () => void {
  show = region;
  for (const notice of waiting.splice(0)) region(notice);
  return () => {
    if (show === region) show = null;
  };
}

/** What a visitor does first; most read a page and go on without any of our dialogs or notices. */
const FIRST_DEEDS = ['pointerover', 'touchstart', 'focusin', 'keydown'] as const;

/**
 * Put once around or beside the application. What draws the notices is as large as a page's own code and nobody needs it
 * before doing something: it comes with the first deed, or with the first notice.
 */
export function ToastRegion() {
  const [Region, setRegion] = useState<ComponentType | null>(null);

  useEffect(() => {
    let isAsked = false;
    const ask = () => {
      if (isAsked) return;
      isAsked = true;
      import('./toast-region.tsx').then(
        ({ DrawnToasts }) => setRegion(() => DrawnToasts),
        () => {
          // No connection: what a notice says stands on the page as well, and the next one tries again.
          isAsked = false;
          waiting.length = 0;
        },
      );
    };
    askForRegion = ask;
    if (waiting.length > 0) ask();
    for (const deed of FIRST_DEEDS) document.addEventListener(deed, ask, { once: true, passive: true });
    return () => {
      for (const deed of FIRST_DEEDS) document.removeEventListener(deed, ask);
    };
  }, []);

  return Region && <Region />;
}
