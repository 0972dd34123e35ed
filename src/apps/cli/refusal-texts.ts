interface Kinded {
  readonly kind: string;
}

/** Maps each kind to a function of the refusal's facts and of whatever else its sentence needs. */
export type RefusalTexts<Refusal extends Kinded, Needs extends readonly unknown[] = []> = {
  readonly [Kind in Refusal['kind']]: (refusal: Extract<Refusal, { kind: Kind }>, ...needs: Needs) => string;
};

/** Returns a refusal's sentence. The compiler checks that the table has exactly the refusal's kinds. */
export function refusalText<Refusal extends Kinded, Needs extends readonly unknown[]>(
  texts: RefusalTexts<Refusal, Needs>,
  refusal: Refusal,
  ...needs: Needs
): string;
export function refusalText(
  texts: Readonly<Record<string, (refusal: Kinded, ...needs: readonly unknown[]) => string>>,
  refusal: Kinded,
  ...needs: readonly unknown[]
): string {
  return texts[refusal.kind]!(refusal, ...needs);
}
