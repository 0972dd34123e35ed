import { countText, text } from '#kernel/text.ts';
import type { Tone } from './tone.ts';

/** What a chip shows. Labels come from the configuration's maps; an unknown value is neutral and shown as it is. */
export interface Status {
  tone: Tone;
  label: string;
}

type Labels = Readonly<Record<string, string>>;

const status = (tones: Readonly<Record<string, Tone>>, labels: Labels, value: string): Status => ({
  tone: tones[value] ?? 'neutral',
  label: labels[value] ?? value,
});

const orderTones: Readonly<Record<string, Tone>> = {
  paid: 'ok',
  pending: 'warn',
  partial: 'progress',
  processing: 'info',
  problem: 'bad',
  cancelled: 'neutral',
  abandoned: 'neutral',
};

/**
 * The payment status of a whole order; `labels` are `config.paymentStatuses`. A plan that went back before it was paid to the end
 * stays partial, and is shown as its instalments are.
 */
export function orderStatus(value: string, labels: Labels, isFullyRefunded = false): Status {
  if (value === 'partial' && isFullyRefunded) return { tone: 'neutral', label: text('Refunded') };
  return status(orderTones, labels, value);
}

const instalmentTones: Readonly<Record<string, Tone>> = { ...orderTones, pending: 'neutral' };

export interface InstalmentFacts {
  payment_status: string;
  due: boolean;
  overdue: boolean;
}

/**
 * One instalment of an order. An order with refunds shows 'Refund', a fully refunded one 'Refunded'; a pending instalment
 * is Pending, Due or Overdue by its flags. `labels` are `config.instalmentStatuses`.
 */
export function instalmentStatus(
  instalment: InstalmentFacts,
  order: { has_refunds: boolean; fully_refunded: boolean },
  labels: Labels,
): Status {
  if (order.has_refunds && order.fully_refunded) return { tone: 'neutral', label: text('Refunded') };
  if (order.has_refunds) return { tone: 'info', label: text('Refund') };
  if (instalment.payment_status === 'pending' && instalment.overdue)
    return { tone: 'bad', label: labels.overdue ?? text('Overdue') };
  if (instalment.payment_status === 'pending' && instalment.due)
    return { tone: 'warn', label: labels.due ?? text('Due') };
  return status(instalmentTones, labels, instalment.payment_status);
}

const itemTones: Readonly<Record<string, Tone>> = {
  active: 'ok',
  refund: 'info',
  refunding: 'progress',
  'refund-problem': 'progress',
  refunded: 'neutral',
  cancelled: 'neutral',
};

/** A ticket or a piece of merchandise; `labels` are `config.ticketStatuses` or `config.merchandiseStatuses`. */
export function itemStatus(item: { status: string; pending?: boolean; reassigned?: boolean }, labels: Labels): Status {
  if (item.reassigned && item.status === 'active') return { tone: 'neutral', label: text('Transferred') };
  // In a refund it waits for no payment any more.
  if (item.pending && item.status === 'active') return { tone: 'warn', label: text('Pending payment') };
  return status(itemTones, labels, item.status);
}

/** A refund request; whatever is neither requested nor completed is shown as processing. */
export function refundStatus(value: string, labels: Labels): Status {
  if (value === 'active') return { tone: 'info', label: labels.active ?? text('Requested') };
  if (value === 'processed') return { tone: 'ok', label: labels.processed ?? text('Completed') };
  if (value === 'cancelled') return { tone: 'neutral', label: labels.cancelled ?? text('Cancelled') };
  return { tone: 'progress', label: labels[value] ?? text('Processing') };
}

/** At or below this many units the shop says how many are left. */
export const FEW_LEFT = 10;

/** The chip on a card; null when there is plenty. `stock_level` null means unlimited. */
export function stockStatus(item: { in_stock: boolean; stock_level: number | null }): Status | null {
  if (!item.in_stock) return { tone: 'neutral', label: text('Out of Stock') };
  if (item.stock_level === null || item.stock_level > FEW_LEFT || item.stock_level <= 0) return null;
  return { tone: 'warn', label: countText(item.stock_level, { one: 'Only {count} left', other: 'Only {count} left' }) };
}
