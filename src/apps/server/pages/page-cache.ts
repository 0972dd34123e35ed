/** The shortest time between two renderings of a page, in milliseconds, however fast stock changes. */
export const RENDER_PAUSE_MS = 1_000;

interface CacheEntry<Page> {
  page: Page;
  version: string;
  renderedAt: number;
  /** The rendering of a newer version, while it is running. */
  next: Promise<Page> | null;
}

export interface PageCache<Page> {
  /**
   * Returns the page with this key. Renders a missing page, and an outdated one at most once a second; in between
   * everybody gets the cached one. Rejects only if the page is missing and rendering fails.
   */
  get(key: string, version: string, render: () => Promise<Page>): Promise<Page>;
  /** Whether `get` would start to render this version now. */
  wouldRender(key: string, version: string): boolean;
  /** Returns the cached page, however old, for when nothing can be rendered. */
  cached(key: string): Page | undefined;
}

/** Caches up to `size` pages and evicts the least recently used. `monotonicMs` is a clock that never jumps. */
export function createPageCache<Page>(size: number, monotonicMs: () => number): PageCache<Page> {
  const pages = new Map<string, CacheEntry<Page>>();
  /** Running first renderings, shared by concurrent visitors. */
  const first = new Map<string, Promise<Page>>();

  const keep = (key: string, entry: CacheEntry<Page>): void => {
    pages.delete(key);
    pages.set(key, entry);
    if (pages.size > size) pages.delete(pages.keys().next().value!);
  };

  const renderNow = async (key: string, version: string, render: () => Promise<Page>): Promise<Page> => {
    const renderedAt = monotonicMs();
    const page = await render();
    keep(key, { page, version, renderedAt, next: null });
    return page;
  };

  return {
    async get(key, version, render) {
      const entry = pages.get(key);
      if (!entry) {
        const underWay = first.get(key) ?? renderNow(key, version, render).finally(() => first.delete(key));
        first.set(key, underWay);
        return underWay;
      }
      keep(key, entry);
      if (entry.version === version || monotonicMs() - entry.renderedAt < RENDER_PAUSE_MS) return entry.page;
      entry.next ??= renderNow(key, version, render).catch((error) => {
        // The next attempt comes after a pause; until then visitors get the old page.
        entry.next = null;
        entry.renderedAt = monotonicMs();
        throw error;
      });
      return entry.next.catch(() => entry.page);
    },
    wouldRender(key, version) {
      const entry = pages.get(key);
      if (!entry) return !first.has(key);
      return entry.version !== version && !entry.next && monotonicMs() - entry.renderedAt >= RENDER_PAUSE_MS;
    },
    cached: (key) => pages.get(key)?.page,
  };
}
