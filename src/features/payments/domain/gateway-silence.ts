const MINUTE = 60_000;
const NO_ANSWER_MS = 30 * MINUTE;
const NO_MESSAGE_MS = 60 * MINUTE;
const MIN_UNANNOUNCED = 3;
const MIN_IN_A_RUSH = 20;

/** `no_answer`: calls fail. `no_messages`: payments are found only by querying. */
type Silence = 'no_answer' | 'no_messages';

export interface GatewayContact {
  readonly gateway: string;
  /** The first and the last call that failed since the last answer; null if the last call was answered. */
  readonly failing: { readonly since: Date; readonly until: Date } | null;
  /** An attempt or a refund is waiting for a call to the gateway. */
  readonly hasPendingCalls: boolean;
  /** The payments that arrived without a message, since the gateway's last message. */
  readonly unannounced: {
    readonly count: number;
    readonly first: Date;
    readonly last: Date;
    /** When that last message came; null if there was none. */
    readonly messageAt: Date | null;
  } | null;
}

export interface SilentGateway {
  readonly gateway: string;
  readonly silence: Silence;
  readonly since: Date;
}

/**
 * Returns how a gateway is silent, if somebody should look into it. Single failures, and a few payments whose messages
 * are late, do not count.
 */
export function silencesOf({ gateway, failing, hasPendingCalls, unannounced }: GatewayContact): SilentGateway[] {
  const silences: SilentGateway[] = [];
  if (failing && hasPendingCalls && msBetween(failing.since, failing.until) >= NO_ANSWER_MS) {
    silences.push({ gateway, silence: 'no_answer', since: failing.since });
  }
  if (unannounced && lacksMessages(unannounced)) {
    silences.push({ gateway, silence: 'no_messages', since: unannounced.messageAt ?? unannounced.first });
  }
  return silences;
}

/**
 * If there are only a few unannounced payments, they must be spread over time, because messages can be late. In a rush,
 * the latest attempts are all within a few minutes.
 */
function lacksMessages({ count, first, last, messageAt }: NonNullable<GatewayContact['unannounced']>): boolean {
  if (count >= MIN_UNANNOUNCED && msBetween(first, last) >= NO_MESSAGE_MS) return true;
  return count >= MIN_IN_A_RUSH && (messageAt === null || msBetween(messageAt, last) >= NO_MESSAGE_MS);
}

const msBetween = (first: Date, last: Date): number => last.getTime() - first.getTime();
