import type { PlanStep } from '#features/payment-plans/domain/schedule.ts';

interface CartWithPlan {
  readonly products: readonly { readonly payment_plan?: readonly PlanStep[] | undefined }[];
}

/** The plan item is always alone. Its steps date from when it was added: the catalogue may have changed since. */
export function planInCart({ products }: CartWithPlan): readonly PlanStep[] | null {
  return products.find((product) => product.payment_plan?.length)?.payment_plan ?? null;
}
