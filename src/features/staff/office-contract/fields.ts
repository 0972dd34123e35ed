import { z } from 'zod';
import { instant } from '#wire/fields.ts';
import { OFFICE_LANGUAGES } from '../domain/office-language.ts';
import { ROLES } from '../domain/permissions.ts';

export const empty = z.object({});

export const role = z.enum(ROLES);

export const roleList = z.array(role).max(ROLES.length);

export const id = z.int().positive();

/** The browser's `PublicKeyCredential` as JSON. Its parts are checked by the WebAuthn library. */
export const credential = z.looseObject({
  id: z.string().max(2_000),
  rawId: z.string().max(2_000),
  type: z.string().max(40),
  response: z.looseObject({ clientDataJSON: z.string().max(8_000) }),
});

/** Passed to `@simplewebauthn/browser` unchanged. */
export const credentialOptions = z.record(z.string(), z.unknown());

/** The language that a member of staff chose for the office. */
export const staffLanguage = z.enum(OFFICE_LANGUAGES);

export const staffSession = z.object({
  id,
  /** Such as "Chrome on Windows". */
  device: z.string(),
  began_at: instant,
  last_active_at: instant,
  ends_at: instant,
  is_current: z.boolean(),
});

export const passkey = z.object({
  id,
  name: z.string(),
  added_at: instant,
  last_used_at: instant.nullable(),
  /** Kept in several places by its provider, such as a phone's account. */
  is_synced: z.boolean(),
  /** Its counter went back once, as if somebody had copied it. */
  counter_went_back: z.boolean(),
});
