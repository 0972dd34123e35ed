import { useShopNow } from '#browser/first-page.ts';
import { useBundle } from '#browser/session-store.ts';
import { useCart } from '#features/cart/shop/public.tsx';
import type { ShopItem } from '#features/catalogue/contract.ts';
import type { AnnouncedRoom } from '#features/waiting-room/contract.ts';
import { inFrontOf } from '#features/waiting-room/domain/room.ts';
import { announcedRoomWords } from '#features/waiting-room/words/announced-room.ts';
import { ButtonLink } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import styles from './waiting-room-notices.module.css';

interface NoticesProps {
  /** Default: everything on sale. */
  items?: readonly Pick<ShopItem, 'event_id'>[];
  /** The page to return to after waiting. */
  from: string;
}

/** Announces the waiting rooms in front of these items, except those from which the cart already has an item. */
export function WaitingRoomNotices({ items, from }: NoticesProps) {
  const { waiting_rooms: announced = [], products, merchandise } = useBundle();
  const { cart } = useCart();
  if (announced.length === 0) return null;
  const rooms = announced.map((room) => ({ room, eventId: room.event_id }));
  const roomsOf = (some: NonNullable<NoticesProps['items']>) =>
    new Set(some.map((item) => inFrontOf(rooms, item.event_id)?.room));
  const inCart = new Set(cart ? [...cart.products, ...cart.merchandise].map((line) => line.external_code) : []);
  const passed = roomsOf([...products, ...merchandise].filter((item) => inCart.has(item.external_code)));
  const before = items && roomsOf(items);
  const ahead = announced.filter((room) => (before?.has(room) ?? true) && !passed.has(room));
  if (ahead.length === 0) return null;
  return (
    <div className={styles.notices}>
      {ahead.map((room) => (
        <RoomNotice key={room.address} room={room} from={from} />
      ))}
    </div>
  );
}

function RoomNotice({ room, from }: { room: AnnouncedRoom; from: string }) {
  const shown = {
    eventName: room.event_name,
    opensAt: room.opens_at === null ? null : new Date(room.opens_at),
    isPaused: room.paused,
    aboutMinutes: room.about_minutes,
  };
  const { heading, lines, action } = announcedRoomWords(shown, useLanguage(), useShopSettings(), useShopNow());
  return (
    <Notice
      heading={heading}
      action={
        <ButtonLink small href={`${room.address}?from=${encodeURIComponent(from)}`}>
          {action}
        </ButtonLink>
      }
    >
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Notice>
  );
}
