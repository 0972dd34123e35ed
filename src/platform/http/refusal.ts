import { markedText, type Sentence } from '#kernel/language.ts';

/** A refusal on the wire: a status of the contract, a sentence, and for a 422 texts by field. */
export interface HttpRefusal {
  status: 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 503;
  /** Translated when it is sent. */
  message: Sentence;
  errors?: Record<string, Sentence[]>;
  /** Seconds until a new attempt may succeed, for 429 and 503. */
  retryAfter?: number;
  /** The path of the waiting room in front of the refused item. */
  waitingRoom?: string;
  /** The challenge to solve before the call is repeated. */
  challenge?: Readonly<Record<string, string | number>>;
}

export const notFound: HttpRefusal = { status: 404, message: markedText('We could not find that.') };
export const loginNeeded: HttpRefusal = { status: 401, message: markedText('Please log in to continue.') };

/** 409: the request is valid but does not fit the current state. */
export const conflict = (message: Sentence): HttpRefusal => ({ status: 409, message });

/** Makes a 422 whose `message` is the first field's error. */
export function invalidFields(fields: readonly { field: string; message: Sentence }[]): HttpRefusal {
  const errors: Record<string, Sentence[]> = {};
  for (const { field, message } of fields) {
    errors[field] ??= [];
    errors[field].push(message);
  }
  return { status: 422, message: fields[0]?.message ?? markedText('Please check what you entered.'), errors };
}

export const busy = (retryAfter: number): HttpRefusal => ({
  status: 503,
  message: markedText('The shop is very busy. Please try again in a moment.'),
  retryAfter,
});

/** Rounds up, to at least 1. */
export const minutesOf = (seconds: number): number => Math.max(1, Math.ceil(seconds / 60));

export const tooMany = (retryAfter: number): HttpRefusal => ({
  status: 429,
  message: ({ countText }) =>
    countText(minutesOf(retryAfter), {
      one: 'Too many attempts. Please try again in {count} minute.',
      other: 'Too many attempts. Please try again in {count} minutes.',
    }),
  retryAfter,
});

interface Kinded {
  readonly kind: string;
}

/** Maps each kind to a constant or to a function of the refusal's facts. */
export type RefusalTable<Refusal extends Kinded> = {
  readonly [Kind in Refusal['kind']]: HttpRefusal | ((refusal: Extract<Refusal, { kind: Kind }>) => HttpRefusal);
};

/** Lets the compiler check that the table has exactly the feature's kinds. */
export function httpRefusals<Refusal extends Kinded>(table: RefusalTable<Refusal>): (refusal: Refusal) => HttpRefusal;
export function httpRefusals(table: Readonly<Record<string, HttpRefusal | ((refusal: Kinded) => HttpRefusal)>>) {
  return (refusal: Kinded): HttpRefusal => {
    const entry = table[refusal.kind]!;
    return typeof entry === 'function' ? entry(refusal) : entry;
  };
}
