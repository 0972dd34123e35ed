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
    const stored = JSON.parse(text ?? 'null');
    const isAnswer = (stored?.choice === 'accepted' || stored?.choice === 'declined') && stored.question === QUESTION;
    return isAnswer && typeof stored.at === 'string' ? stored : null;
  } catch {
    return null;
  }
}
