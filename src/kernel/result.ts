/** Outcomes that a customer can cause are values, not exceptions. */
export type Result<Value, Refusal> = { ok: true; value: Value } | { ok: false; error: Refusal };

export const ok = <Value>(value: Value): { ok: true; value: Value } => ({ ok: true, value });

export const refuse = <Refusal>(error: Refusal): { ok: false; error: Refusal } => ({ ok: false, error });
