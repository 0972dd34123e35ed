import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { announce } from '#browser/announcer.ts';
import { tryAgainNow, useNextTry } from '#browser/busy-calls.ts';
import type { Language } from '#kernel/language.ts';
import { useLanguage } from '#ui/language.ts';
import { Spinner } from '#ui/spinner.tsx';
import styles from './busy-bar.module.css';

/** What happens next, in words; without seconds while a try is under way. */
const busyText = ({ countText, text }: Language, secondsLeft: number): string => {
  if (secondsLeft <= 0) return text('The shop is very busy. Trying again…');
  return countText(secondsLeft, {
    one: 'The shop is very busy. Trying again in {count} second…',
    other: 'The shop is very busy. Trying again in {count} seconds…',
  });
};

const secondsUntil = (moment: number): number => Math.ceil((moment - performance.now()) / 1_000);

/**
 * Says that calls wait because the shop is busy, and when they are tried again. It stands beside the application and not in
 * it, marked as a live region, so that it can be pressed over an open dialog without closing it.
 */
export function BusyBar() {
  const nextTry = useNextTry();
  return nextTry === null ? null : <Waiting nextTry={nextTry} />;
}

function Waiting({ nextTry }: { nextTry: number }) {
  const language = useLanguage();
  const { text } = language;
  const [seconds, setSeconds] = useState(() => secondsUntil(nextTry));
  useEffect(() => {
    const count = () => setSeconds(secondsUntil(nextTry));
    count();
    const timer = setInterval(count, 250);
    return () => clearInterval(timer);
  }, [nextTry]);

  // Said once; the seconds are only for the eyes.
  useEffect(() => announce(text('The shop is very busy. We will keep trying.')), [text]);

  return createPortal(
    <section className={styles.bar} aria-live="off" aria-label={text('Waiting')}>
      <Spinner />
      <p className={styles.text}>{busyText(language, seconds)}</p>
      <button type="button" className={styles.button} onClick={tryAgainNow}>
        {text('Try again')}
      </button>
    </section>,
    document.body,
  );
}
