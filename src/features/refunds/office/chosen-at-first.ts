interface Refundable {
  readonly is_plan: boolean;
  readonly items: readonly { readonly line: number; readonly is_left: boolean }[];
}

/**
 * The lines that the form for a refund begins with: the wanted ones, all of a plan, which is only refunded as a whole,
 * or the only one that can be refunded.
 */
export function chosenAtFirst({ is_plan: isPlan, items }: Refundable, wanted: readonly number[]): number[] {
  const left = items.filter((item) => item.is_left).map(({ line }) => line);
  return isPlan || left.length === 1 ? left : left.filter((line) => wanted.includes(line));
}
