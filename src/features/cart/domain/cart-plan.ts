import type { PlanStep } from '#features/payment-plans/domain/schedule.ts';

interface CartWithPlan {
  readonly products: readonly { readonly payment_plan?: readonly PlanStep[] | undefined }[];
}

/**
 * The steps of the cart's plan item, which is always alone; null without one. They date from when the item was added:
 * the catalogue may have changed since.
 */
export function planInCart({ products }: CartWithPlan): readonly PlanStep[] | null {
  return products.find((product) => product.payment_plan?.length)?.payment_plan ?? null;
}
