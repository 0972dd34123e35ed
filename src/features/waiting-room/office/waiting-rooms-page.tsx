import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { usePageTabs, useStaffSession } from '#features/staff/office/public.tsx';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { OrdersIcon, PlusIcon } from '#ui/office/icons.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { PageHead } from '#ui/office/page-head.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { StateMessage } from '#ui/office/state-message.tsx';
import { RoomPanel } from './room-panel.tsx';
import styles from './waiting-rooms.module.css';

const StartDialog = lazy(() => import('./start-dialog.tsx'));

export type WaitingRooms = OfficeAnswer<'waiting-rooms'>;
export type OfficeRoom = WaitingRooms['rooms'][number];

const POLL_MS = 2_000;

/** The waiting rooms with their live figures, and the buttons that run them. */
export default function WaitingRoomsPage() {
  const { text } = useLanguage();
  const { shopName } = useStaffSession();
  const { name, ...tabs } = usePageTabs('/waiting-rooms');
  usePageTitle(name, shopName);
  const [isStarting, setStarting] = useState(false);
  const query = useQuery({
    queryKey: ['waiting-rooms'],
    queryFn: ({ signal }) => officeCall('waiting-rooms', {}, { signal, polls: true }),
    refetchInterval: POLL_MS,
  });
  return (
    <>
      <PageHead
        heading={name}
        sub={
          query.data && (
            <>
              {text('As of')} <Moment at={query.data.as_of} />
            </>
          )
        }
        actions={
          <Button onClick={() => setStarting(true)}>
            <PlusIcon size={18} />
            {text('New waiting room')}
          </Button>
        }
        {...tabs}
      />
      <QueryState query={query} failed={text('The waiting rooms did not load')} isPage>
        {({ rooms }) =>
          rooms.length === 0 ? (
            <StateMessage isPage icon={<OrdersIcon />} heading={text('There is no waiting room')}>
              {text('Everybody can buy. Set up a waiting room before a sale that draws many people at once.')}
            </StateMessage>
          ) : (
            <div className={styles.rooms}>
              {rooms.map((room) => (
                <RoomPanel key={room.id} room={room} />
              ))}
            </div>
          )
        }
      </QueryState>
      {isStarting && query.data && (
        <Suspense>
          <StartDialog choices={query.data} onClose={() => setStarting(false)} />
        </Suspense>
      )}
    </>
  );
}
