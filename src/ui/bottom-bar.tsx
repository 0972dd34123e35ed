import { type ReactNode, useEffect, useRef } from 'react';
import styles from './bottom-bar.module.css';

/** Below this part of the window's height the rest is taken by an on-screen keyboard. */
const KEYBOARD_PART = 0.75;

/**
 * The one bar at the bottom of a phone's screen, for the task at hand: amount and action. It never covers what has focus,
 * toasts stay above it, and it goes away while the on-screen keyboard is open. Not shown from 720 px on.
 */
export function BottomBar({ children, label }: { children: ReactNode; label: string }) {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const root = document.documentElement;
    const view = window.visualViewport;
    const measure = () => {
      element.hidden = view !== null && view.height < window.innerHeight * KEYBOARD_PART && view.scale === 1;
      root.style.setProperty('--bottom-bar-height', `${element.offsetHeight}px`);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    view?.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      view?.removeEventListener('resize', measure);
      root.style.removeProperty('--bottom-bar-height');
    };
  }, []);
  return (
    <section ref={bar} className={styles.bar} aria-label={label}>
      {children}
    </section>
  );
}
