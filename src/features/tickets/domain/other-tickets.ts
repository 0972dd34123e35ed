import { isSameHolder } from '#features/cart/domain/same-holder.ts';
import type { ItemStatus } from './item-status.ts';

export interface HeldTicket {
  readonly code: string;
  readonly full_name: string;
  readonly status: ItemStatus;
  readonly reassigned: boolean;
}

/** The other active tickets that the caller manages for this holder: they stay with the holder when one is changed. */
export const otherTicketsOf = <Ticket extends HeldTicket>(
  tickets: readonly Ticket[],
  { code, full_name }: Pick<HeldTicket, 'code' | 'full_name'>,
): Ticket[] =>
  tickets.filter(
    (other) =>
      other.code !== code && other.status === 'active' && !other.reassigned && isSameHolder(other.full_name, full_name),
  );
