import { markedText } from '#kernel/language.ts';

export const PLAN_TOO_LATE = markedText(
  'This payment plan can no longer be ordered: its last payment would be due too late.',
);
