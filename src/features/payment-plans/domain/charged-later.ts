import { willBeCharged } from './charging.ts';

interface PlanPart {
  readonly due_at: string;
  readonly due: boolean;
  readonly overdue: boolean;
}

/**
 * Whether the order's card will be charged for this part on its due day. False from that day on: the charge has been
 * made, or failed.
 */
export const isChargedLater = (
  card: { readonly expires: string | null; readonly is_charged: boolean } | null,
  part: PlanPart,
  timezone: string,
): boolean =>
  card?.is_charged === true &&
  !part.due &&
  !part.overdue &&
  willBeCharged({ dueAt: new Date(part.due_at), timezone }, card);
