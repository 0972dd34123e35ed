import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { ChallengeSettings } from '#platform/config/challenge-settings.ts';
import { type ChallengeTask, leadingZeroBits } from '../domain/challenge.ts';

/**
 * One kind of challenge. The shop issues signed questions, checks their age, and lets each be used once
 * (`challenges.ts`). A kind only defines what the client has to do and what a right answer is.
 */
export interface ChallengeKind {
  readonly task: ChallengeTask;
  isAnswer(question: string, answer: string): boolean;
}

export const challengeKind = (settings: ChallengeSettings): ChallengeKind =>
  settings.kind === 'page' ? pageOfOperator(settings) : proofOfWork(settings.bits);

/** The browser computes the answer, and nobody has to do anything. */
const proofOfWork = (bits: number): ChallengeKind => ({
  task: { kind: 'proof-of-work', bits },
  isAnswer: (question, answer) =>
    leadingZeroBits(createHash('sha256').update(`${question}.${answer}`).digest()) >= bits,
});

/**
 * The operator's page sends people back with the HMAC-SHA256 of the question in hexadecimal digits, under the secret
 * that page and shop share.
 */
const pageOfOperator = ({ url, secret }: { url: string; secret: string }): ChallengeKind => ({
  task: { kind: 'page', url },
  isAnswer(question, answer) {
    const right = createHmac('sha256', secret).update(question).digest();
    const given = Buffer.from(answer, 'hex');
    return given.length === right.length && timingSafeEqual(given, right);
  },
});
