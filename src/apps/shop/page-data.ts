import type { Bundle } from '#browser/session-store.ts';

/** Data that the server embeds in a page for the browser to start from. */
export interface PageData {
  /** The page's path; null if it was rendered empty. */
  pathname: string | null;
  bundle: Bundle | null;
  /** ISO 8601, by the shop's clock. */
  madeAt: string;
}
