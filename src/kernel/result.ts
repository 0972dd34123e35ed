/** Outcomes that a customer can cause are values, not exceptions. */
export type Result<Value, Refusal> = { ok: true; value: Value } | { ok: false; error: Refusal };

export const ok = <Value>(value: Value): { ok: true; value: Value } => ({ ok: true, value });

export const refuse = <Refusal>(error: Refusal): { ok: false; error: Refusal } => ({ ok: false, error });

/** Returns the values of the results that are not refusals, in order. */
export const valuesOf = <Value>(results: readonly Result<Value, unknown>[]): Value[] =>
  results.flatMap((result) => (result.ok ? [result.value] : []));
