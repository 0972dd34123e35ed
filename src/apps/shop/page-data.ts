import type { FirstBundle } from '#browser/session-store.ts';

/** Data that the server embeds in a page for the browser to start from. */
export interface PageData {
  /** The page's path; null if it was rendered empty. */
  pathname: string | null;
  bundle: FirstBundle | null;
  /** The time by the shop's clock, in ISO 8601. */
  madeAt: string;
}
