import { type ReactNode, useEffect, useRef } from 'react';
import styles from './bottom-bar.module.css';

/** If less than this fraction of the window's height is visible, an on-screen keyboard is open. */
const KEYBOARD_PART = 0.75;

/**
 * The bar at the bottom of a phone's screen, with the amount and the next action. It never covers the focused element,
 * toasts stay above it, and an on-screen keyboard hides it. It is hidden at widths of 720 px and more.
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
