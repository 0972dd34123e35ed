import { limitReached, MAX_LINES } from './add-item.ts';

interface ItemToAddAgain {
  readonly externalCode: string;
  readonly hasPaymentPlan: boolean;
  /** 0 means no limit. */
  readonly limitPerOrder: number;
  /** Units still for sale; null means unlimited. */
  readonly stockLevel: number | null;
}

/**
 * Whether another ticket of the item can follow the one about to be added. `inCart` contains the external codes of the
 * cart's lines. The server still checks each ticket.
 */
export function mayAddAnother(item: ItemToAddAgain, inCart: readonly string[]): boolean {
  if (item.hasPaymentPlan || (item.stockLevel !== null && item.stockLevel < 2)) return false;
  const withThisOne = [...inCart, item.externalCode];
  return withThisOne.length < MAX_LINES && limitReached(withThisOne, { ...item, name: '' }) === null;
}
