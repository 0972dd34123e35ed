import { daysAfter, localDay, localHour } from '#kernel/local-day.ts';

/** Mails about one instalment, in days from its due date. */
export const reminderStages = [
  { name: 'week-before', days: -7 },
  { name: 'due', days: 0 },
  { name: 'overdue', days: 3 },
  { name: 'still-overdue', days: 10 },
] as const;
export type ReminderStage = (typeof reminderStages)[number]['name'];

/** By the shop's clock: when people are awake and can call the operator. */
export const REMINDER_HOUR = 9;

export interface Instalment {
  readonly dueAt: Date;
  readonly timezone: string;
}

const hourAfter = ({ dueAt, timezone }: Instalment, days: number): Date =>
  localHour(daysAfter(localDay(dueAt, timezone), days), REMINDER_HOUR, timezone);

export const reminderAt = (instalment: Instalment, stage: ReminderStage): Date =>
  hourAfter(instalment, reminderStages.find(({ name }) => name === stage)!.days);

/**
 * Returns when the next mail goes out if the instalment stays open; null after the last, or if the plan ends before it.
 */
export function reminderAfter(stage: ReminderStage, instalment: Instalment, planEndsAt: Date | null): Date | null {
  const next = reminderStages[reminderStages.findIndex(({ name }) => name === stage) + 1];
  const at = next ? reminderAt(instalment, next.name) : null;
  return at !== null && (planEndsAt === null || at < planEndsAt) ? at : null;
}

/**
 * Returns the newest due mail, the only one to send, so that nobody receives yesterday's mails too after an outage.
 * Null before the first.
 */
export function newestReminder(instalment: Instalment, now: Date): ReminderStage | null {
  const due = reminderStages.filter(({ name }) => reminderAt(instalment, name) <= now);
  return due.at(-1)?.name ?? null;
}

/** When the operator's rule for overdue plans begins to apply. Never the due date itself. */
export const graceEndsAt = (instalment: Instalment, graceDays: number): Date =>
  hourAfter(instalment, Math.max(1, graceDays));

/**
 * Returns the next review of an open instalment: at its next mail or the end of its grace period, and once a day
 * after those, so that a changed rule takes effect by itself.
 */
export function nextReviewAt(instalment: Instalment, graceDays: number, now: Date): Date {
  const moments = [
    ...reminderStages.map(({ name }) => reminderAt(instalment, name)),
    graceEndsAt(instalment, graceDays),
  ];
  const ahead = moments.filter((moment) => moment > now).map((moment) => moment.getTime());
  return ahead.length > 0 ? new Date(Math.min(...ahead)) : nextMorning(instalment.timezone, now);
}

/** Returns the next moment at which it is the reminder hour in the shop. */
export function nextMorning(timezone: string, now: Date): Date {
  const today = localDay(now, timezone);
  const morning = localHour(today, REMINDER_HOUR, timezone);
  return morning > now ? morning : localHour(daysAfter(today, 1), REMINDER_HOUR, timezone);
}
