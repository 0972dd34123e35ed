import type { Shop } from '#features/shop-config/server/public.ts';
import { graceEndsAt } from '../domain/reminders.ts';

interface PlanRules {
  readonly public: Pick<Shop['public'], 'timezone'>;
  readonly private: Pick<Shop['private'], 'planOverdue' | 'planGraceDays'>;
}

/** Returns when an instalment that stays unpaid ends its order; null if the operator's rule is to wait. */
export const planEnd = (shop: PlanRules, dueAt: Date): Date | null =>
  shop.private.planOverdue === 'cancel'
    ? graceEndsAt({ dueAt, timezone: shop.public.timezone }, shop.private.planGraceDays)
    : null;
