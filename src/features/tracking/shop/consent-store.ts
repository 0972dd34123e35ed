import { useSyncExternalStore } from 'react';
import { keptText } from '#browser/kept-text.ts';
import { createStore } from '#browser/store.ts';
import { type Choice, consentOf, consentText } from '../domain/consent.ts';

const storedText = keptText('foyer.tracking');
const consent = createStore(consentOf(storedText.read()));

// Declining in one tab applies to all.
storedText.onOtherTab((text) => consent.set(consentOf(text)));

/** Stores an answer and applies it immediately. */
export function choose(choice: Choice): void {
  const text = consentText(choice, new Date());
  storedText.write(text);
  consent.set(consentOf(text));
}

/** Whether the browser has Global Privacy Control, which declines for its user until the user answers. */
const hasGlobalPrivacyControl = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

const currentChoice = (): Choice | null => consent.get()?.choice ?? (hasGlobalPrivacyControl() ? 'declined' : null);

export const isAccepted = (): boolean => currentChoice() === 'accepted';

export const useChoice = (): Choice | null => useSyncExternalStore(consent.subscribe, currentChoice);
