import { useSyncExternalStore } from 'react';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import styles from './connection-notice.module.css';

function onChange(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

/** Says that there is no network, and what that means. It overlays the page, so that nothing moves. */
export function ConnectionNotice() {
  const { text } = useLanguage();
  const isOnline = useSyncExternalStore(onChange, () => navigator.onLine);
  return (
    <div role="status" className={`${styles.notice} no-print`}>
      {!isOnline && (
        <Notice tone="warn" small>
          {text('There is no connection. What you see may be out of date, and nothing can be saved.')}
        </Notice>
      )}
    </div>
  );
}
