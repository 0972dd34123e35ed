/**
 * Describes `POST /api/<name>`. `request` and `answer` are zod schemas, opaque here because the kernel uses no library.
 * Features list their calls in `contract.ts`, and platform/http serves them.
 */
export interface CallContract<Request = unknown, Answer = unknown> {
  readonly name: string;
  readonly summary: string;
  /** Whether the caller needs nothing, a login, or an order's checksum. */
  readonly needs: 'nobody' | 'login' | 'checksum';
  /** Whether the call changes something; then it takes a `request_key`. */
  readonly changes: boolean;
  /** Whether the answer contains the user data bundle as `data`. */
  readonly data: boolean;
  /** Whether the answer contains a secret that must not be stored for repeated requests. */
  readonly secret?: boolean;
  readonly request: Request;
  readonly answer: Answer;
}

/** Keeps the exact schema types of a contract. */
export const call = <Request, Answer>(contract: CallContract<Request, Answer>): CallContract<Request, Answer> =>
  contract;
