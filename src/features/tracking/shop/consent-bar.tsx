import { useEffect, useRef } from 'react';
import { announce } from '#browser/announcer.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import type { Choice } from '../domain/consent.ts';
import { ChoiceButtons } from './choice-buttons.tsx';
import styles from './consent-bar.module.css';

export interface ConsentBarProps {
  choice: Choice | null;
  /** The control that reopened the question; null if the shop asks by itself. */
  opener: Element | null;
  onClose: () => void;
}

/**
 * The question, at the lower edge and above a page's own bar. It blocks nothing: the page remains usable, and its end
 * can be scrolled clear of the bar.
 */
export function ConsentBar({ choice, opener, onClose }: ConsentBarProps) {
  const { text } = useLanguage();
  const bar = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useHeight(bar);
  useEffect(() => {
    if (opener) heading.current?.focus();
    else announce(text('This shop would like to use an advertising pixel.'));
  }, [opener, text]);

  const close = () => {
    onClose();
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
  };
  return (
    <section
      ref={bar}
      className={styles.bar}
      aria-labelledby="tracking-question"
      onKeyDown={(event) => {
        // Escape closes the bar without an answer.
        if (event.key === 'Escape' && opener) close();
      }}
    >
      <div className={styles.text}>
        <h2 id="tracking-question" ref={heading} tabIndex={-1} className={styles.heading}>
          {text('May we use the Meta pixel?')}
        </h2>
        <p>
          {text(
            'If you accept, we tell Meta which items you view, add to your cart and buy here, so that we can measure our advertising. If you decline, nothing is loaded from Meta.',
          )}{' '}
          <Link to={paths.cookiePolicy()}>{text('Cookie policy')}</Link>
        </p>
      </div>
      <ChoiceButtons choice={choice} onChosen={close} className={styles.buttons} />
    </section>
  );
}

/** Sets the bar's height as a CSS variable of the page, as the page's own bar does. */
function useHeight(bar: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const root = document.documentElement;
    const observer = new ResizeObserver(() =>
      root.style.setProperty('--consent-bar-height', `${element.offsetHeight}px`),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      root.style.removeProperty('--consent-bar-height');
    };
  }, [bar]);
}
