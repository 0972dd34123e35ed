/**
 * One call of the published contract: `POST /api/<name>`. `request` and `answer` are zod schemas (kept opaque here, because
 * the kernel knows no library). Features list their calls in `contract.ts`; platform/http serves them, tools publish them.
 */
export interface CallContract<Request = unknown, Answer = unknown> {
  readonly name: string;
  readonly summary: string;
  /** Who may call: anybody, a logged-in customer, or the holder of an order's checksum. */
  readonly needs: 'nobody' | 'login' | 'checksum';
  /** Whether it changes anything; such calls take a `request_key`. */
  readonly changes: boolean;
  /** Whether the answer carries the user data bundle as `data`. */
  readonly data: boolean;
  /** Whether the answer holds a secret that must not be kept for a repeated request. */
  readonly secret?: boolean;
  readonly request: Request;
  readonly answer: Answer;
}

/** Names a call's contract and keeps its exact schema types. */
export const call = <Request, Answer>(contract: CallContract<Request, Answer>): CallContract<Request, Answer> =>
  contract;
