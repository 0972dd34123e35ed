import { useEffect, useEffectEvent, useState } from 'react';
import { announce } from '#browser/announcer.ts';
import { call } from '#browser/api.ts';
import { type Older, type Session, useSession, useSessionStore } from '#browser/session-store.ts';
import { useLanguage } from '#ui/language.ts';

type Kind = 'orders' | 'refunds';

export interface OlderList {
  hasMore: boolean;
  isBusy: boolean;
  /** Whether the last request failed. */
  hasFailed: boolean;
  /** Appends the next page of the list. */
  load: () => Promise<void>;
}

/**
 * Loads the orders or refunds that are older than the newest. They stay on the list until something changes. The bundle
 * has only the very newest ones, so the first page of older ones is loaded without a click.
 */
export function useOlder(kind: Kind): OlderList {
  const { countText } = useLanguage();
  const session = useSession();
  const store = useSessionStore();
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);

  /** Returns how many were added. */
  const append = async (): Promise<number> => {
    setIsBusy(true);
    setHasFailed(false);
    try {
      const before = lastOf(store.get(), kind);
      const appended = await loadNextPage(kind, before);
      // The list may have changed during the request.
      if (lastOf(store.get(), kind) !== before) return 0;
      const shown = olderOf(store.get());
      const older = appended(shown);
      store.keepOlder(older);
      return older[kind].length - shown[kind].length;
    } catch {
      setHasFailed(true);
      return 0;
    } finally {
      setIsBusy(false);
    }
  };
  const load = async (): Promise<void> => {
    if (isBusy) return;
    const count = await append();
    if (count > 0) announce(countText(count, { one: '{count} more shown', other: '{count} more shown' }));
  };
  const older = olderOf(session);
  const hasMore = older[`has_older_${kind}`];
  const last = lastOf(session, kind);
  const isFirstPageMissing = hasMore && older[kind].length === 0;
  const appendFirst = useEffectEvent(append);
  // After a change the newest rows end with a different one, and the first older page is loaded again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first older page depends on the last row.
  useEffect(() => {
    if (isFirstPageMissing) void appendFirst();
  }, [isFirstPageMissing, last]);
  return { hasMore, isBusy, hasFailed, load };
}

const olderOf = ({ older, bundle }: Session): Older => older ?? { ...bundle!.newest, orders: [], refunds: [] };

function lastOf(session: Session, kind: Kind): string {
  const { newest } = session.bundle!;
  const older = olderOf(session);
  if (kind === 'orders') return [...newest.orders, ...older.orders].at(-1)?.code ?? '';
  return [...newest.refunds, ...older.refunds].at(-1)?.id ?? '';
}

async function loadNextPage(kind: Kind, before: string): Promise<(shown: Older) => Older> {
  if (kind === 'orders') {
    const { orders, has_older } = await call('get-older-orders', { before });
    return (shown) => ({ ...shown, orders: [...shown.orders, ...orders], has_older_orders: has_older });
  }
  const { refunds, has_older } = await call('get-older-refunds', { before });
  return (shown) => ({ ...shown, refunds: [...shown.refunds, ...refunds], has_older_refunds: has_older });
}
