import { useBundle } from '#browser/session-store.ts';
import type { CartProduct } from '../../contract.ts';
import type { ItemToPersonalise, KnownPeople } from '../../domain/known-holders.ts';
import { mayChoose } from '../../domain/travel-time-choice.ts';
import { useCart } from '../cart-store.ts';
import type { DialogItem } from './dialog-item.ts';

/** The customer, and the holders of tickets in the cart and of earlier ones. */
export function useKnownPeople(except: CartProduct | null): KnownPeople {
  const { customer, existing_tickets } = useBundle();
  const { cart } = useCart();
  return {
    customer: customer && { fullName: customer.full_name, email: customer.email },
    inCart: (cart?.products ?? [])
      .filter((ticket) => ticket.id !== except?.id)
      .map((ticket) => ({
        externalCode: ticket.external_code,
        fullName: ticket.full_name,
        email: ticket.email,
        age: ticket.age,
        transportTimeId: ticket.transport_time_id,
      })),
    boughtBefore: existing_tickets.map(({ full_name, email, age }) => ({ fullName: full_name, email, age })),
  };
}

export const toPersonalise = (item: DialogItem): ItemToPersonalise => ({
  externalCode: item.external_code,
  type: item.type,
  ageOptions: item.age_options,
  travelTimeType: item.travel_time_type,
  openTimes: item.travel_times.filter((time) => mayChoose(time, null)).map((time) => time.id),
});
