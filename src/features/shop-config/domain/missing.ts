/** Things that a visitor can request although they do not exist, or not for this visitor. */
export const missingThings = ['page', 'item', 'order', 'refund'] as const;
export type MissingThing = (typeof missingThings)[number];

/** The address that a visitor is redirected to instead; the page there says what is missing. */
export const missingPath = (path: string, thing: MissingThing): string => `${path}?missing=${thing}`;

/** Returns what is missing at the address; null for any other address. */
export function missingIn(search: string): MissingThing | null {
  const named = /[?&]missing=([a-z]+)(?:&|$)/.exec(search)?.[1];
  return missingThings.find((thing) => thing === named) ?? null;
}
