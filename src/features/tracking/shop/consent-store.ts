import { useSyncExternalStore } from 'react';
import { keptText } from '#browser/kept-text.ts';
import { createStore } from '#browser/store.ts';
import { type Choice, consentOf, consentText } from '../domain/consent.ts';

const kept = keptText('foyer.tracking');
const consent = createStore(consentOf(kept.read()));

// Declining in one tab applies to all.
kept.onOtherTab((text) => consent.set(consentOf(text)));

/** Stores an answer and applies it immediately. */
export function choose(choice: Choice): void {
  const text = consentText(choice, new Date());
  kept.write(text);
  consent.set(consentOf(text));
}

/** A browser with Global Privacy Control declines for its user, until the user answers. */
const hasGlobalPrivacyControl = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

const answer = (): Choice | null => consent.get()?.choice ?? (hasGlobalPrivacyControl() ? 'declined' : null);

export const isAccepted = (): boolean => answer() === 'accepted';

export const useChoice = (): Choice | null => useSyncExternalStore(consent.subscribe, answer);
