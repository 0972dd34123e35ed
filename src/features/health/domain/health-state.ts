export const healthStates = ['ok', 'warning', 'bad'] as const;
export type HealthState = (typeof healthStates)[number];

/** The kinds of work that wait until they are due. */
export const queueKinds = ['mails', 'gateway_messages', 'payments', 'refunds', 'webhooks', 'cancelled_orders'] as const;
export type QueueKind = (typeof queueKinds)[number];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Due work is done within seconds. If work has been due for a long time, no process is doing it. */
export function stateOfQueue(dueSince: Date | null, now: Date): HealthState {
  if (dueSince === null) return 'ok';
  const late = now.getTime() - dueSince.getTime();
  if (late < 15 * MINUTE_MS) return 'ok';
  return late < 2 * HOUR_MS ? 'warning' : 'bad';
}

/** A backup every night is expected, with two hours of tolerance. */
export function stateOfBackup(madeAt: Date | null, now: Date): HealthState {
  if (madeAt === null) return 'bad';
  const age = now.getTime() - madeAt.getTime();
  if (age <= 26 * HOUR_MS) return 'ok';
  return age <= 7 * 24 * HOUR_MS ? 'warning' : 'bad';
}

/** `free` and `total` are bytes. */
export function stateOfDisk({ free, total }: { readonly free: number; readonly total: number }): HealthState {
  if (free < total * 0.05) return 'bad';
  return free < total * 0.15 ? 'warning' : 'ok';
}

/** A short failure is normal: it happens to every gateway now and then. */
export function stateOfGateway(failingSince: Date | null, now: Date): HealthState {
  if (failingSince === null) return 'ok';
  return now.getTime() - failingSince.getTime() < 15 * MINUTE_MS ? 'warning' : 'bad';
}
