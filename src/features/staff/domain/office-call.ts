import type { Permission } from './permissions.ts';

/**
 * Who may call: somebody with a permission, or, where no permission fits, people at a stage of signing in. `anybody`
 * has no session. `code` has given the password but not the second factor. `setup` has an account without any factor.
 * `staff` is signed in completely. Each stage includes the later ones.
 */
type OfficeNeeds =
  | { readonly permission: Permission }
  | {
      /** Why the call needs no permission. */
      readonly none: string;
      readonly who: 'anybody' | 'code' | 'setup' | 'staff';
    };

/**
 * `POST /office/api/<name>`. `request` and `answer` are zod schemas. Features list their calls in `office-contract.ts`,
 * and `features/staff` serves them.
 */
export interface OfficeCallContract<Request = unknown, Answer = unknown> {
  readonly name: string;
  readonly summary: string;
  readonly needs: OfficeNeeds;
  /** Whether the caller must have proved who they are in the last five minutes. */
  readonly fresh: boolean;
  /**
   * Whether the call changes anything. Such calls take a `request_key`. The others read in a transaction that cannot
   * write.
   */
  readonly changes: boolean;
  /** Whether the answer contains a secret or sets the session, so that it is not kept for repeated requests. */
  readonly secret?: boolean;
  /**
   * The longest body, in bytes. Such bodies are read only from people who are signed in. Default: the server's limit.
   */
  readonly maxBytes?: number;
  readonly request: Request;
  readonly answer: Answer;
}

/** Keeps the exact schema types of a contract. */
export const officeCall = <Request, Answer>(
  contract: OfficeCallContract<Request, Answer>,
): OfficeCallContract<Request, Answer> => contract;
