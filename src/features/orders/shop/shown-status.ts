import type { Language } from '#kernel/language.ts';
import { type Labels, type Status, statusOf } from '#ui/status.ts';
import type { Tone } from '#ui/tone.ts';

const orderTones: Readonly<Record<string, Tone>> = {
  paid: 'ok',
  pending: 'warn',
  partial: 'progress',
  processing: 'info',
  problem: 'bad',
  cancelled: 'neutral',
  abandoned: 'neutral',
};

/** A plan refunded before it was fully paid stays partial and is shown like its instalments. */
export function orderStatus({ text }: Language, value: string, labels: Labels, isFullyRefunded = false): Status {
  if (value === 'partial' && isFullyRefunded) return { tone: 'neutral', label: text('Refunded') };
  return statusOf(value, orderTones, labels);
}

const instalmentTones: Readonly<Record<string, Tone>> = { ...orderTones, pending: 'neutral' };

export interface InstalmentFacts {
  payment_status: string;
  /** 0 if it was waived completely. */
  amount: number;
  due: boolean;
  overdue: boolean;
}

/** The order's refunds take precedence. A pending instalment is Pending, Due or Overdue. */
export function instalmentStatus(
  { text }: Language,
  instalment: InstalmentFacts,
  order: { has_refunds: boolean; fully_refunded: boolean },
  labels: Labels,
): Status {
  if (order.has_refunds && order.fully_refunded) return { tone: 'neutral', label: text('Refunded') };
  if (order.has_refunds) return { tone: 'info', label: text('Refund') };
  if (instalment.amount === 0) return { tone: 'neutral', label: text('Waived') };
  if (instalment.payment_status === 'pending' && instalment.overdue)
    return { tone: 'bad', label: labels.overdue ?? text('Overdue') };
  if (instalment.payment_status === 'pending' && instalment.due)
    return { tone: 'warn', label: labels.due ?? text('Due') };
  return statusOf(instalment.payment_status, instalmentTones, labels);
}
