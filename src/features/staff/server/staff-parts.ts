import type { OfficeDb } from '#platform/db/db.ts';
import { defaultLimits, type Limits } from '#platform/http/limits.ts';
import type { MailLook } from '#platform/mail/mail-look.ts';
import { type Passwords, sharedPasswords } from '#platform/secrets/passwords.ts';
import type { Sealer } from '#platform/secrets/sealer.ts';

interface ShopFacts {
  readonly name: string;
  readonly locale: string;
  readonly timezone: string;
  readonly currency: string;
  readonly currencyDigits: number;
}

export interface StaffSetup {
  readonly db: OfficeDb;
  readonly shop: () => Promise<ShopFacts>;
  /** How mails look, in a person's language; null: the shop's. */
  readonly look: (language: string | null) => Promise<MailLook>;
  /** Scheme and host of the office, for links in mails; from configuration, never from a request. */
  readonly officeUrl: string;
  /** Seals the secrets of code apps (`CODE_APP_SEAL`). */
  readonly codeSealer: Sealer;
  /** Seals mails that contain a link until the outbox sends them. */
  readonly mailSealer: Sealer;
  /** Whether the people of the demo may sign in: never in production, because everybody knows their passwords. */
  readonly hasDemoPeople: boolean;
  readonly limits?: Limits;
  readonly passwords?: Passwords;
}

export type StaffParts = Required<StaffSetup>;

/** The purpose of the key that seals the secrets of code apps. */
export const CODE_APP_SEAL = 'staff-code-apps';

export const staffParts = (setup: StaffSetup): StaffParts => ({
  ...setup,
  limits: setup.limits ?? defaultLimits,
  passwords: setup.passwords ?? sharedPasswords(),
});
