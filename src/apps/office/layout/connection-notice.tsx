import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { formatTime } from '#kernel/dates.ts';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import styles from './connection-notice.module.css';

function onChange(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

/**
 * Says that there is no network, how old the page's data is, and what that means. It overlays the page, so that nothing
 * moves.
 */
export function ConnectionNotice() {
  const isOnline = useSyncExternalStore(onChange, () => navigator.onLine);
  return (
    <div role="status" className={`${styles.notice} no-print`}>
      {!isOnline && (
        <Notice tone="warn" small>
          <Offline />
        </Notice>
      )}
    </div>
  );
}

function Offline() {
  const { text } = useLanguage();
  const settings = useShopSettings();
  const cache = useQueryClient().getQueryCache();
  /** When the oldest data of this page was loaded; 0 if none was. */
  const oldest = useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => {
      const loaded = cache
        .findAll({ type: 'active' })
        .filter(({ queryKey: [first], state }) => first !== 'session' && state.dataUpdatedAt > 0);
      return loaded.length === 0 ? 0 : Math.min(...loaded.map(({ state }) => state.dataUpdatedAt));
    },
  );
  return oldest === 0
    ? text('There is no connection, and nothing can be saved.')
    : text('There is no connection. What you see was loaded at {time}, and nothing can be saved.', {
        time: formatTime(new Date(oldest), settings),
      });
}
