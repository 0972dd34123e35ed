export type Polled =
  | { readonly kind: 'hall'; readonly opensInMs: number }
  | { readonly kind: 'waiting'; readonly waitMs: number | null }
  | { readonly kind: 'called' };

/** All in milliseconds. */
const SOONEST = 4_000;
const WHEN_CALLED = 15_000;
const WHEN_NOBODY_IS = 30_000;
/** A far place asks again after this share of its wait. */
const SHARE = 1 / 5;
/** At most this many places ask one shop per second. */
const ASKING_PER_SECOND = 1_500;
const LONGEST = { least: 60_000, most: 300_000 };
/** Added or left out at random, so that those who came together do not ask together. */
const JITTER = 0.25;

/**
 * When a browser asks again, in milliseconds. The farther a place, the rarer. `random` is from 0 to 1, and `places` is
 * how many there are: after the opening they ask over a time that grows with them.
 */
export function nextPollMs(place: Polled, places: number, random: number): number {
  const longest = Math.min(LONGEST.most, Math.max(LONGEST.least, (places / ASKING_PER_SECOND) * 1_000));
  const spread = (milliseconds: number) => milliseconds * (1 + JITTER * (2 * random - 1));
  switch (place.kind) {
    case 'called':
      return spread(WHEN_CALLED);
    case 'waiting':
      if (place.waitMs === null) return spread(Math.min(longest, WHEN_NOBODY_IS));
      return spread(Math.min(longest, Math.max(SOONEST, place.waitMs * SHARE)));
    case 'hall': {
      const usual = spread(Math.min(longest, Math.max(SOONEST, place.opensInMs * SHARE)));
      // The last one before the opening would come too early: the next is after it.
      if (usual < place.opensInMs) return usual;
      return Math.max(0, place.opensInMs) + 1_000 + random * Math.max(SOONEST, (places / ASKING_PER_SECOND) * 1_000);
    }
  }
}
