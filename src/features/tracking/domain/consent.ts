/** The version of the question. Visitors who answered another version are asked again. */
const QUESTION = 1;

export type Choice = 'accepted' | 'declined';

export interface Consent {
  readonly choice: Choice;
  /** ISO 8601, by the visitor's own clock. */
  readonly at: string;
  readonly question: number;
}

export const consentText = (choice: Choice, now: Date): string =>
  JSON.stringify({ choice, at: now.toISOString(), question: QUESTION } satisfies Consent);

/** The stored answer, or null if there is none to this version. */
export function consentOf(text: string | null): Consent | null {
  try {
    const kept = JSON.parse(text ?? 'null');
    const isAnswer = (kept?.choice === 'accepted' || kept?.choice === 'declined') && kept.question === QUESTION;
    return isAnswer && typeof kept.at === 'string' ? kept : null;
  } catch {
    return null;
  }
}
