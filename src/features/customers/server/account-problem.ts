import type { Problem } from '#kernel/problem.ts';
import type { FormKind } from '../domain/form-problem.ts';

/** What is wrong with a form of an account, with what only the server finds out. */
export type AccountProblem = Problem<
  string,
  FormKind | { readonly kind: 'new_password_common' | 'old_password_wrong' | 'country_missing' }
>;
