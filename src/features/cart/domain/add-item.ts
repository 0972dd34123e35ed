import { type BlockingReason, blockingReason } from '#features/catalogue/domain/card-action.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { FrozenItem } from './frozen-item.ts';
import { hasTicketAlready, ticketsOf } from './same-holder.ts';

/** Keeps one buyer from emptying the shop with a single cart. */
export const MAX_LINES = 100;

export interface CartLineFacts {
  readonly frozen: Pick<FrozenItem, 'externalCode' | 'paymentPlan'>;
  /** Null for merchandise. */
  readonly fullName: string | null;
}

export interface AddedItem extends Pick<FrozenItem, 'externalCode' | 'name' | 'paymentPlan'> {
  /** 0 means no limit. */
  readonly limitPerOrder: number;
}

export type LimitPerOrder = { kind: 'limit_per_order'; product: string; limit: number };

export type AddItemRefusal =
  | { kind: BlockingReason }
  | LimitPerOrder
  | { kind: 'already_in_cart'; product: string; fullName: string }
  | { kind: 'cart_full' };

/**
 * A payment-plan item must be alone, no item exceeds its limit, and no holder has the same product twice. Stock is
 * checked elsewhere, under its own lock.
 */
export function addItem(
  lines: readonly CartLineFacts[],
  item: AddedItem,
  fullName: string | null,
): Result<void, AddItemRefusal> {
  const blocked = blockingReason(
    { has_payment_plan: item.paymentPlan.length > 0 },
    { isEmpty: lines.length === 0, hasPaymentPlanItem: lines.some(({ frozen }) => frozen.paymentPlan.length > 0) },
  );
  if (blocked) return refuse({ kind: blocked });
  if (lines.length >= MAX_LINES) return refuse({ kind: 'cart_full' });
  const limit = limitReached(
    lines.map(({ frozen }) => frozen.externalCode),
    item,
  );
  if (limit) return refuse(limit);
  if (fullName !== null && hasTicketAlready(ticketsOf(lines), item.externalCode, fullName)) {
    return refuse({ kind: 'already_in_cart', product: item.name, fullName });
  }
  return ok(undefined);
}

/** Returns the item's limit if one more unit would exceed it, otherwise null. */
export function limitReached(
  externalCodes: readonly string[],
  { externalCode, name, limitPerOrder }: Pick<AddedItem, 'externalCode' | 'name' | 'limitPerOrder'>,
): LimitPerOrder | null {
  const unitsInCart = externalCodes.filter((code) => code === externalCode).length;
  if (limitPerOrder === 0 || unitsInCart < limitPerOrder) return null;
  return { kind: 'limit_per_order', product: name, limit: limitPerOrder };
}
