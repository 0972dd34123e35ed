import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { officeCall } from '#browser/office-api.ts';
import { useLanguage } from '#ui/language.ts';
import { Avatar } from '#ui/office/avatar.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { PRESENCE_EVERY_MS } from '../domain/presence.ts';
import styles from './also-here.module.css';

/**
 * Shows which colleagues are looking at the same order or matter, and tells them about this person. It locks nothing.
 * `place` is the order's code, or the key of a matter without an order.
 */
export function AlsoHere({ place }: { place: string }) {
  const { countText } = useLanguage();
  const { locale } = useShopSettings();
  const { data } = useQuery({
    queryKey: ['presence', place],
    queryFn: ({ signal }) => officeCall('presence', { place }, { signal, polls: true, failsWithoutProof: true }),
    refetchInterval: PRESENCE_EVERY_MS,
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(() => {
    const leave = () => {
      // If this gets lost, the person is gone when the last report expires. Another tab reports again.
      officeCall(
        'presence',
        { place, leaves: true },
        { polls: true, failsWithoutProof: true, outlivesPage: true },
      ).catch(() => {});
    };
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [place]);
  const others = data?.others ?? [];
  return (
    <span role="status" className={styles.here}>
      {others.length > 0 && (
        <>
          <Avatar name={others[0]!} />{' '}
          {countText(
            others.length,
            { one: '{names} is looking at this', other: '{names} are looking at this' },
            { names: new Intl.ListFormat(locale).format(others) },
          )}
        </>
      )}
    </span>
  );
}
