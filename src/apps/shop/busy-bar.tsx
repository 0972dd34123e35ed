import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { announce } from '#browser/announcer.ts';
import { retryNow, useNextRetryAt } from '#browser/busy-calls.ts';
import type { Language } from '#kernel/language.ts';
import { useLanguage } from '#ui/language.ts';
import { Spinner } from '#ui/spinner.tsx';
import styles from './busy-bar.module.css';

const busyText = ({ countText, text }: Language, secondsLeft: number): string => {
  if (secondsLeft <= 0) return text('The shop is very busy. Trying again…');
  return countText(secondsLeft, {
    one: 'The shop is very busy. Trying again in {count} second…',
    other: 'The shop is very busy. Trying again in {count} seconds…',
  });
};

const secondsUntil = (moment: number): number => Math.ceil((moment - performance.now()) / 1_000);

/**
 * Shows that calls are waiting because the shop is busy, and when they are retried. It is a live region outside the
 * application, so that pressing its button does not close an open dialog.
 */
export function BusyBar() {
  const nextRetryAt = useNextRetryAt();
  return nextRetryAt === null ? null : <Waiting nextRetryAt={nextRetryAt} />;
}

function Waiting({ nextRetryAt }: { nextRetryAt: number }) {
  const language = useLanguage();
  const { text } = language;
  const [seconds, setSeconds] = useState(() => secondsUntil(nextRetryAt));
  useEffect(() => {
    const count = () => setSeconds(secondsUntil(nextRetryAt));
    count();
    const timer = setInterval(count, 250);
    return () => clearInterval(timer);
  }, [nextRetryAt]);

  // The waiting is announced once; the countdown is only visual.
  useEffect(() => announce(text('The shop is very busy. We will keep trying.')), [text]);

  return createPortal(
    <section className={styles.bar} aria-live="off" aria-label={text('Waiting')}>
      <Spinner />
      <p className={styles.text}>{busyText(language, seconds)}</p>
      <button type="button" className={styles.button} onClick={retryNow}>
        {text('Try again')}
      </button>
    </section>,
    document.body,
  );
}
