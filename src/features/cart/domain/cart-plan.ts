import type { PlanStep } from '#features/payment-plans/domain/schedule.ts';

interface CartWithPlan {
  readonly products: readonly { readonly payment_plan?: readonly PlanStep[] | undefined }[];
}

/** A plan item is always alone in its cart. Its steps are as they were when it was added. */
export function planInCart({ products }: CartWithPlan): readonly PlanStep[] | null {
  return products.find((product) => product.payment_plan?.length)?.payment_plan ?? null;
}
