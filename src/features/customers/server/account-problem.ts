import type { Problem } from '#kernel/problem.ts';
import type { FormKind } from '../domain/form-problem.ts';

export type AccountProblem = Problem<
  string,
  FormKind | { readonly kind: 'new_password_common' | 'old_password_wrong' | 'country_missing' }
>;
