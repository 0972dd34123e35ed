import { daysAfter, localDay, localHour } from '#kernel/local-day.ts';

/** Mails about one instalment, by days from its date. */
export const reminderStages = [
  { name: 'week-before', days: -7 },
  { name: 'due', days: 0 },
  { name: 'overdue', days: 3 },
  { name: 'still-overdue', days: 10 },
] as const;
export type ReminderStage = (typeof reminderStages)[number]['name'];

/** Of the shop's clock: when people are up and an office can be asked. */
const REMINDER_HOUR = 9;

export interface Instalment {
  readonly dueAt: Date;
  /** The shop's. */
  readonly timezone: string;
}

const hourAfter = ({ dueAt, timezone }: Instalment, days: number): Date =>
  localHour(daysAfter(localDay(dueAt, timezone), days), REMINDER_HOUR, timezone);

/** When the mail of a stage is due. */
export const reminderAt = (instalment: Instalment, stage: ReminderStage): Date =>
  hourAfter(instalment, reminderStages.find(({ name }) => name === stage)!.days);

/** The mail that follows if the instalment stays open; null after the last. */
export function stageAfter(stage: ReminderStage): ReminderStage | null {
  const index = reminderStages.findIndex(({ name }) => name === stage);
  return reminderStages[index + 1]?.name ?? null;
}

/**
 * The newest mail that is due, and the only one to send: after a standstill of days nobody gets yesterday's mails as well. Null
 * before the first.
 */
export function newestReminder(instalment: Instalment, now: Date): ReminderStage | null {
  const due = reminderStages.filter(({ name }) => reminderAt(instalment, name) <= now);
  return due.at(-1)?.name ?? null;
}

/** From when on the operator's rule for overdue plans applies; never on the very day that the money is due. */
export const graceEndsAt = (instalment: Instalment, graceDays: number): Date =>
  hourAfter(instalment, Math.max(1, graceDays));

/**
 * When an instalment that is still open is looked at next: at its next mail or at the end of its grace, and after all of them once a
 * day, so that an operator who changes the rule needs to do nothing else.
 */
export function nextLookAt(instalment: Instalment, graceDays: number, now: Date): Date {
  const moments = [
    ...reminderStages.map(({ name }) => reminderAt(instalment, name)),
    graceEndsAt(instalment, graceDays),
  ];
  const ahead = moments.filter((moment) => moment > now).map((moment) => moment.getTime());
  return ahead.length > 0 ? new Date(Math.min(...ahead)) : nextMorning(instalment.timezone, now);
}

/** The next time that it is the hour of the mails. */
export function nextMorning(timezone: string, now: Date): Date {
  const today = localDay(now, timezone);
  const morning = localHour(today, REMINDER_HOUR, timezone);
  return morning > now ? morning : localHour(daysAfter(today, 1), REMINDER_HOUR, timezone);
}
