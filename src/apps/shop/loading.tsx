import { useEffect, useState } from 'react';
import { useSessionStore } from '#browser/session-store.ts';
import { Button } from '#ui/button.tsx';
import { LogoMark } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import styles from './full-message.module.css';
import { FullMessage } from './full-message.tsx';

/** Loading is announced if it takes longer than this many milliseconds. */
const ANNOUNCE_AFTER_MS = 1_000;

/** Shown during the first load: nothing for a second, then the shop's logo. */
export function LoadingShop() {
  const { text } = useLanguage();
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), ANNOUNCE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.loading} role="status">
      <LogoMark size={56} className={styles.mark} />
      <span className="visually-hidden">{isLong ? text('Loading the shop') : ''}</span>
    </div>
  );
}

/** Shown when the first load failed. `useRecovery` keeps retrying; the button retries immediately. */
export function LoadFailed() {
  const { text } = useLanguage();
  const store = useSessionStore();
  const [isBusy, setIsBusy] = useState(false);
  const tryAgain = () => {
    setIsBusy(true);
    void store.load().finally(() => setIsBusy(false));
  };
  return (
    <FullMessage
      heading={text('The shop could not be loaded')}
      action={
        <Button busy={isBusy} onClick={tryAgain}>
          {text('Try again')}
        </Button>
      }
    >
      {text('Please check your connection. This page will keep trying. Your items stay in your cart until it expires.')}
    </FullMessage>
  );
}
