import { randomBytes } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Queryable } from '#platform/db/db.ts';
import { tokenHash } from '#platform/secrets/hashes.ts';
import { after, CHALLENGE_MS } from '../domain/session-rules.ts';
import {
  type ChallengePurpose,
  findPasskey,
  insertChallenge,
  notePasskeyUse,
  type PasskeyRow,
  passkeysOf,
  takeChallenge,
} from './factor-store.ts';
import type { StaffParts } from './staff-parts.ts';
import type { StaffRow } from './staff-store.ts';

/** What the browser sent, in a shape that was only roughly checked. */
export type Credential = Record<string, unknown> & { readonly response: { readonly clientDataJSON: string } };

/** Loaded on first use, because few processes ever see a passkey. */
const webauthn = () => import('@simplewebauthn/server');

/** A passkey belongs to a host, so this is the office's. */
const rpIdOf = (origin: string): string => new URL(origin).hostname;

/** `sessionId` binds the answer to the session that asked. */
async function newChallenge(
  db: Queryable,
  purpose: ChallengePurpose,
  sessionId: number | null,
  now: Date,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = Uint8Array.from(randomBytes(32));
  const hash = tokenHash(Buffer.from(challenge).toString('base64url'));
  await insertChallenge(db, { hash, purpose, sessionId, expiresAt: after(now, CHALLENGE_MS) });
  return challenge;
}

/** Uses up the challenge that the answer names; null if it is not one of ours, or was used. */
async function takeChallengeOf(
  db: Queryable,
  { response }: Credential,
  wanted: { readonly purpose: ChallengePurpose; readonly sessionId: number | null },
  now: Date,
): Promise<string | null> {
  let challenge: unknown;
  try {
    const data: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'));
    challenge = (data as { challenge?: unknown } | null)?.challenge;
  } catch {
    return null;
  }
  if (typeof challenge !== 'string' || challenge.length > 100) return null;
  return (await takeChallenge(db, { ...wanted, hash: tokenHash(challenge) }, now)) ? challenge : null;
}

/** Options for adding a key to an account. */
export async function registrationOptions(
  { db, shop }: StaffParts,
  { person, sessionId, origin }: { person: StaffRow; sessionId: number; origin: string },
  now: Date,
): Promise<object> {
  const { generateRegistrationOptions } = await webauthn();
  const { name } = await shop();
  return await generateRegistrationOptions({
    rpName: name,
    rpID: rpIdOf(origin),
    userName: person.email,
    userDisplayName: person.name,
    userID: Uint8Array.from(person.handle),
    challenge: await newChallenge(db, 'add', sessionId, now),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: (await passkeysOf(db, person.id)).map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

export type NewPasskey = Pick<
  PasskeyRow,
  'credentialId' | 'publicKey' | 'counter' | 'transports' | 'rpId' | 'isSynced'
>;

/** Checks the answer of an authenticator; null if it proves nothing. */
export async function checkRegistration(
  { db }: StaffParts,
  { response, sessionId, origin }: { response: Credential; sessionId: number; origin: string },
  now: Date,
): Promise<NewPasskey | null> {
  const expectedChallenge = await takeChallengeOf(db, response, { purpose: 'add', sessionId }, now);
  if (expectedChallenge === null) return null;
  const { verifyRegistrationResponse } = await webauthn();
  const rpId = rpIdOf(origin);
  const checked = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  }).catch(() => null);
  if (!checked?.verified) return null;
  const { credential, credentialBackedUp, credentialDeviceType } = checked.registrationInfo;
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: (credential.transports ?? []).filter((one) => /^[a-z-]{1,20}$/.test(one)).slice(0, 8),
    rpId,
    isSynced: credentialBackedUp || credentialDeviceType === 'multiDevice',
  };
}

/**
 * Options for signing in, where any key of the office is accepted, and for a fresh proof, with one of the person's
 * keys.
 */
export async function authenticationOptions(
  { db }: StaffParts,
  { keys, sessionId, origin }: { keys: readonly PasskeyRow[]; sessionId: number | null; origin: string },
  now: Date,
): Promise<object> {
  const { generateAuthenticationOptions } = await webauthn();
  return await generateAuthenticationOptions({
    rpID: rpIdOf(origin),
    challenge: await newChallenge(db, sessionId === null ? 'login' : 'step-up', sessionId, now),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: keys.map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      transports: [...transports],
    })),
  });
}

/** Returns the key that answered; null if the answer proves nothing. */
export async function checkAuthentication(
  { db }: StaffParts,
  { response, sessionId, origin }: { response: Credential; sessionId: number | null; origin: string },
  now: Date,
): Promise<PasskeyRow | null> {
  const purpose = sessionId === null ? 'login' : 'step-up';
  const expectedChallenge = await takeChallengeOf(db, response, { purpose, sessionId }, now);
  if (expectedChallenge === null) return null;
  const answer = response as unknown as AuthenticationResponseJSON;
  const key = await findPasskey(db, Buffer.from(answer.id, 'base64url'));
  if (!key) return null;
  const { verifyAuthenticationResponse } = await webauthn();
  const checked = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpIdOf(origin),
    requireUserVerification: true,
    // The counter is compared below: the library would refuse one that went back.
    credential: {
      id: answer.id,
      publicKey: Uint8Array.from(key.publicKey),
      counter: 0,
      transports: [...key.transports],
    },
  }).catch(() => null);
  if (!checked?.verified) return null;
  const { newCounter, credentialBackedUp, credentialDeviceType } = checked.authenticationInfo;
  // Synced keys report 0. Any other counter that does not advance means a possible copy, which the office shows.
  const wentBack = (newCounter > 0 || key.counter > 0) && newCounter <= key.counter;
  const isSynced = credentialBackedUp || credentialDeviceType === 'multiDevice';
  await db.transaction((tx) => notePasskeyUse(tx, { id: key.id, counter: newCounter, wentBack, isSynced }, now));
  return key;
}
