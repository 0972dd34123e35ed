import { bulkActions } from './bulk-actions.ts';
import { moneyActions } from './money-actions.ts';
import type { OfficeAction } from './office-action.ts';
import { orderActions } from './order-actions.ts';
import { planActions } from './plan-actions.ts';
import { refundActions } from './refund-actions.ts';
import { staffActions } from './staff-actions.ts';

/* Every call by which staff change something for a customer, with a situation in which it can be made and rivals that
 * can interfere. The tests of previews and of races run through this table and fail if a call is missing. */

export const actions: Readonly<Record<string, OfficeAction>> = {
  ...moneyActions,
  ...orderActions,
  ...planActions,
  ...refundActions,
  ...bulkActions,
  ...staffActions,
};
