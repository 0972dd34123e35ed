import { daysAfter, localDay, localHour } from '#kernel/local-day.ts';
import { type Instalment, REMINDER_HOUR, reminderAt } from './reminders.ts';

/**
 * The maximum number of charges of one instalment. Card schemes fine shops that charge a declined card again and again.
 */
export const MAX_CHARGES = 4;

/** The days after the first charge on which a declined card is charged again. */
const CHARGE_AGAIN_DAYS = [3, 7] as const;

export interface SavedCard {
  /** `2028-11`, or null if the gateway did not report it. */
  readonly expires: string | null;
  readonly agreedAt: Date;
  readonly savedAt: Date;
}

export interface Charges {
  /** When a mail announced the charge; null if none did. */
  readonly announcedAt: Date | null;
  readonly tries: number;
  readonly lastTriedAt: Date | null;
  /** Null if the card is not charged again. */
  readonly retryAt: Date | null;
}

export const noCharges: Charges = { announcedAt: null, tries: 0, lastTriedAt: null, retryAt: null };

/** Whether the card is valid. It is to the last day of its month, by the shop's clock. */
export function isCardValid({ expires }: Pick<SavedCard, 'expires'>, moment: Date, timezone: string): boolean {
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(expires ?? '') ?? [];
  if (year === undefined) return true;
  const day = localDay(moment, timezone);
  return day.year * 12 + day.month <= Number(year) * 12 + Number(month);
}

/** Whether the card will be valid when the instalment is due. If not, its charge is neither announced nor made. */
export const willBeCharged = (instalment: Instalment, card: Pick<SavedCard, 'expires'>): boolean =>
  isCardValid(card, reminderAt(instalment, 'due'), instalment.timezone);

/**
 * Whether the card is charged now: from nine o'clock on the due date until the last reminder, and only if the charge
 * was announced by mail, or agreed to after that mail's time. After a failed charge, only when the next attempt is
 * due or with another card.
 */
export function mayCharge(instalment: Instalment, card: SavedCard, charges: Charges, now: Date): boolean {
  if (now < reminderAt(instalment, 'due') || now >= reminderAt(instalment, 'still-overdue')) return false;
  if (!isCardValid(card, now, instalment.timezone)) return false;
  const isAnnounced = charges.announcedAt !== null || card.agreedAt > reminderAt(instalment, 'week-before');
  if (!isAnnounced || charges.tries >= MAX_CHARGES) return false;
  if (charges.lastTriedAt === null || card.savedAt > charges.lastTriedAt) return true;
  return charges.retryAt !== null && charges.retryAt <= now;
}

/** Returns when the card is charged again after `tries` charges, the last one declined; null if never. */
export function chargeAgainAt(tries: number, firstTriedAt: Date, timezone: string): Date | null {
  const days = CHARGE_AGAIN_DAYS[tries - 1];
  if (days === undefined) return null;
  return localHour(daysAfter(localDay(firstTriedAt, timezone), days), REMINDER_HOUR, timezone);
}
