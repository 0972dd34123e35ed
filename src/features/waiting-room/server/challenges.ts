import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ChallengeSettings } from '#platform/config/challenge-settings.ts';
import type { Db } from '#platform/db/db.ts';
import type { NetworkLimit } from '#platform/http/network-limit.ts';
import { batchByKey } from '#platform/work/batch-by-key.ts';
import { CHALLENGE_LASTS_MS, type ChallengeTask, NO_SCRIPT_WAIT_MS, WAITED_ANSWER } from '../domain/challenge.ts';
import { type ChallengeKind, challengeKind } from './challenge-kinds.ts';
import { insertSpent, requestsThatSpent, type Spending } from './spent-store.ts';

export interface IssuedChallenge {
  readonly question: string;
  readonly task: ChallengeTask;
}

export interface Challenges {
  issue(now: Date): IssuedChallenge;
  /** Whether `<question>~<answer>` is right and recent. Does not mark it as used. */
  isSolved(solved: string, now: Date): boolean;
  /**
   * Marks a solved challenge as used. `refused`: it is wrong, too old, or used by another request. `busy`: the network
   * has waited too often instead of computing.
   */
  use(solved: string, by: ChallengeUser, now: Date): Promise<'used' | 'refused' | 'busy'>;
}

interface ChallengeUser {
  readonly ip: string;
  /** Identifies the request. Its repetition may use the challenge again; null if the request cannot be repeated. */
  readonly request: string | null;
}

export interface ChallengesParts {
  readonly db: Db;
  readonly settings: ChallengeSettings;
  /** The first signs the questions. The others, from before SECRET_KEY was changed, only verify them. */
  readonly keys: readonly [Buffer, ...Buffer[]];
  /** Counts the answers of browsers that waited instead of computing. */
  readonly waited: Pick<NetworkLimit, 'count'>;
}

const FORM = /^(c1\.[A-Za-z0-9_-]{22}\.([0-9a-z]{1,10}))\.([A-Za-z0-9_-]{22})$/;
const MAC_BYTES = 16;

/** Questions are signed, not stored: only used ones have a row. */
export function createChallenges({ db, settings, keys, waited }: ChallengesParts): Challenges {
  const kind = challengeKind(settings);
  const spend = batchByKey<Spending, boolean>({
    keyOf: () => '',
    turnOf: ({ hash }) => hash,
    maxInBatch: 1_000,
    batchesAtOnce: 1,
    maxWaiting: 20_000,
    whenFull: false,
    gatherMs: 20,
    clientsReturn: false,
    isLockWait: () => false,
    isFinal: () => true,
    work: (batch) => spendTogether(db, batch),
  });

  return {
    issue(now) {
      const words = `c1.${randomBytes(16).toString('base64url')}.${now.getTime().toString(36)}`;
      return { question: `${words}.${macOf(keys[0], words).toString('base64url')}`, task: kind.task };
    },
    isSolved: (solved, now) => readSolved(solved, keys, kind, now) !== null,
    async use(solved, { ip, request }, now) {
      const read = readSolved(solved, keys, kind, now);
      if (!read) return 'refused';
      if (read.hasWaited && !waited.count(ip, now).allowed) return 'busy';
      const expiresAt = new Date(read.issuedAt.getTime() + CHALLENGE_LASTS_MS);
      const usedBy = request === null ? null : hashOf(request);
      return (await spend({ hash: hashOf(read.question), usedBy, expiresAt })) ? 'used' : 'refused';
    },
  };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const macOf = (key: Buffer, words: string): Buffer =>
  createHmac('sha256', key).update(words).digest().subarray(0, MAC_BYTES);

interface Solved {
  readonly question: string;
  readonly issuedAt: Date;
  readonly hasWaited: boolean;
}

/** Answers are kept in a cookie, so they have no other characters. */
const ANSWER = /^[A-Za-z0-9]{1,64}$/;

function readSolved(solved: string, keys: readonly Buffer[], kind: ChallengeKind, now: Date): Solved | null {
  const [question = '', answer = ''] = solved.split('~', 2);
  const [, words, time, mac] = FORM.exec(question) ?? [];
  if (words === undefined || time === undefined || mac === undefined || !ANSWER.test(answer)) return null;
  const signed = Buffer.from(mac, 'base64url');
  if (!keys.some((key) => timingSafeEqual(macOf(key, words), signed))) return null;
  const issuedAt = new Date(Number.parseInt(time, 36));
  const age = now.getTime() - issuedAt.getTime();
  if (age > CHALLENGE_LASTS_MS) return null;
  // Only for answers that browsers compute. An operator's page itself decides whether it works without scripts.
  const hasWaited = kind.task.kind === 'proof-of-work' && answer === WAITED_ANSWER && age >= NO_SCRIPT_WAIT_MS;
  return hasWaited || kind.isAnswer(question, answer) ? { question, issuedAt, hasWaited } : null;
}

/** No question occurs twice in a batch. */
async function spendTogether(db: Db, batch: readonly Spending[]): Promise<boolean[]> {
  const added = await insertSpent(db, batch);
  const others = batch.filter(({ hash, usedBy }) => usedBy !== null && !added.has(hash));
  const users = others.length > 0 ? await requestsThatSpent(db, others) : new Map<string, string | null>();
  return batch.map(({ hash, usedBy }) => added.has(hash) || (usedBy !== null && users.get(hash) === usedBy));
}
