import type { Bundle } from '#browser/session-store.ts';

/** What the server puts into a page for the browser to start from. */
export interface PageData {
  /** Path of the page, null when nothing was rendered with data. */
  pathname: string | null;
  bundle: Bundle | null;
  /** ISO 8601: the shop's time at which the page was made. */
  madeAt: string;
}
