import type { Choices } from './kept-choices.ts';

interface LineOutcome {
  readonly result: { readonly can_undo: boolean } | null;
  readonly undone: object | null;
}

export interface LostByDiscarding {
  /** The number of lines about which the person has decided. */
  readonly decisions: number;
  /** Whether the statement shows lines that somebody has confirmed or undone. */
  readonly hasHistory: boolean;
}

/** Returns what is lost if a statement is discarded; null if it can simply be read again. */
export function lostByDiscarding(
  lines: readonly LineOutcome[],
  { choices, leftOut }: Choices,
): LostByDiscarding | null {
  const decisions = choices.size + leftOut.size;
  const hasHistory = lines.some(({ result, undone }) => result?.can_undo || undone !== null);
  return decisions > 0 || hasHistory ? { decisions, hasHistory } : null;
}
