import type { PlanStep } from '#features/payment-plans/domain/schedule.ts';

interface CartWithPlan {
  readonly products: readonly { readonly payment_plan?: readonly PlanStep[] | undefined }[];
}

/**
 * The steps of the cart's plan item, which is always alone; null without one. They are those of the moment it was added: the
 * catalogue may have others by now, or not have the item any more.
 */
export function planInCart({ products }: CartWithPlan): readonly PlanStep[] | null {
  return products.find((product) => product.payment_plan?.length)?.payment_plan ?? null;
}
