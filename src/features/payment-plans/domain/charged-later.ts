import { willBeCharged } from './charging.ts';

interface DueInstalment {
  readonly due_at: string;
  readonly due: boolean;
  readonly overdue: boolean;
}

/**
 * Whether the order's card will be charged for this instalment on its due day. False from that day on: the charge has
 * been made, or failed.
 */
export const isChargedLater = (
  card: { readonly expires: string | null; readonly is_charged: boolean } | null,
  instalment: DueInstalment,
  timezone: string,
): boolean =>
  card?.is_charged === true &&
  !instalment.due &&
  !instalment.overdue &&
  willBeCharged({ dueAt: new Date(instalment.due_at), timezone }, card);
