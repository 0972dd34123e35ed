import type { OfficeAnswer } from '#browser/office-calls.ts';
import { formatTravelTime } from '#kernel/dates.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { PlainList } from '#ui/plain-list.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { otherTicketsOf } from '../domain/other-tickets.ts';

export type OrderItem = OfficeAnswer<'order-open'>['items'][number];

export interface NewHolder {
  readonly name: string;
  readonly email: string;
}

/** The former and the new holder of a changed ticket. */
export interface Handover {
  readonly from: string;
  readonly to: NewHolder;
}

type HeldItem = OrderItem & { readonly position: number };

/** The other valid tickets of the order that this person holds. */
export const othersHeldBy = (
  name: string,
  { position, items }: { readonly position: number; readonly items: readonly OrderItem[] },
): HeldItem[] =>
  otherTicketsOf(
    items.flatMap((item) =>
      item.position === null || item.status === null
        ? []
        : [{ ...item, position: item.position, status: item.status, code: String(item.position), reassigned: false }],
    ),
    { code: String(position), full_name: name },
  );

interface StillHeldProps {
  handover: Handover;
  items: readonly HeldItem[];
  onChoose: (position: number) => void;
  onClose: () => void;
}

/** After a change of holder: what the former holder still has, with buttons that change those tickets, too. */
export function StillHeld({ handover: { from, to }, items, onChoose, onClose }: StillHeldProps) {
  const { text } = useLanguage();
  const settings = useShopSettings();
  return (
    <>
      <Notice
        tone="warn"
        headingLevel={3}
        heading={text('{name} still holds other tickets in this order', { name: from })}
      >
        <PlainList>
          {items.map(({ position, name, travel_time: departs }) => (
            <li key={position}>
              {name}
              {departs && ` · ${formatTravelTime(departs, settings.timezone, settings)}`}{' '}
              <Button kind="text" small onClick={() => onChoose(position)}>
                {text('Change holder to {name}', { name: to.name })}
                <span className="visually-hidden">: {name}</span>
              </Button>
            </li>
          ))}
        </PlainList>
      </Notice>
      <p>
        <Button kind="secondary" onClick={onClose}>
          {text('Done')}
        </Button>
      </p>
    </>
  );
}
