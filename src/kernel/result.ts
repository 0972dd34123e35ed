/** What a customer can cause is a value, not an exception: either `ok` with a value, or a refusal with its facts. */
export type Result<Value, Refusal> = { ok: true; value: Value } | { ok: false; error: Refusal };

export const ok = <Value>(value: Value): { ok: true; value: Value } => ({ ok: true, value });

export const refuse = <Refusal>(error: Refusal): { ok: false; error: Refusal } => ({ ok: false, error });
