export type Polled =
  | { readonly kind: 'hall'; readonly opensInMs: number }
  | { readonly kind: 'waiting'; readonly ahead: number; readonly waitMs: number | null }
  | { readonly kind: 'called' };

const MIN_POLL_MS = 4_000;
const CALLED_POLL_MS = 15_000;
/** For a waiting place while nobody is being called. */
const PAUSED_POLL_MS = 30_000;
/** A waiting place polls after this share of its wait. */
const SHARE = 1 / 5;
/** With more places than fit this rate, polls are less frequent, up to `LONGEST_MS.max`. */
const POLLS_PER_SECOND = 1_500;
const LONGEST_MS = { min: 60_000, max: 300_000 };
/** Polls vary at random by this share, so that people who came together do not poll together. */
const JITTER = 0.25;

/**
 * Milliseconds until a browser polls again: the longer its wait, the later. The place that is next polls most often.
 * `random` is from 0 to 1. `places` is the number of places: after the opening their polls are spread over a time that
 * grows with it.
 */
export function nextPollMs(place: Polled, places: number, random: number): number {
  const longest = Math.min(LONGEST_MS.max, Math.max(LONGEST_MS.min, (places / POLLS_PER_SECOND) * 1_000));
  const spread = (milliseconds: number) => milliseconds * (1 + JITTER * (2 * random - 1));
  switch (place.kind) {
    case 'called':
      return spread(CALLED_POLL_MS);
    case 'waiting':
      // Otherwise two pages would say that they are next: this one after its call, and the page of the place behind it.
      if (place.ahead === 0) return spread(MIN_POLL_MS);
      if (place.waitMs === null) return spread(Math.min(longest, PAUSED_POLL_MS));
      return spread(Math.min(longest, Math.max(MIN_POLL_MS, place.waitMs * SHARE)));
    case 'hall': {
      const usual = spread(Math.min(longest, Math.max(MIN_POLL_MS, place.opensInMs * SHARE)));
      // The first polls after the opening are spread, so that not everybody asks in its first second.
      if (usual < place.opensInMs) return usual;
      return Math.max(0, place.opensInMs) + 1_000 + random * Math.max(MIN_POLL_MS, (places / POLLS_PER_SECOND) * 1_000);
    }
  }
}
