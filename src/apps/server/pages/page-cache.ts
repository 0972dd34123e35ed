/** Between two renderings of one page at least this long, in milliseconds, however fast the stock moves. */
export const RENDER_PAUSE_MS = 1_000;

interface Kept<Page> {
  page: Page;
  version: string;
  renderedAt: number;
  /** A rendering under way for a newer version. */
  next: Promise<Page> | null;
}

export interface PageCache<Page> {
  /**
   * The page under this key. Rendered when there is none, and again for another version, but then at most once a second:
   * in between everybody gets the one that is there. Rejects only when there is none and rendering fails.
   */
  get(key: string, version: string, render: () => Promise<Page>): Promise<Page>;
  /** Whether the page would have to be rendered now, and nobody has begun to. */
  wouldRender(key: string, version: string): boolean;
  /** What is there, however old; for a moment in which nothing can be rendered. */
  kept(key: string): Page | undefined;
}

/** Keeps up to `size` pages, the least recently asked one goes first. `monotonicMs` is a clock that never jumps. */
export function createPageCache<Page>(size: number, monotonicMs: () => number): PageCache<Page> {
  const pages = new Map<string, Kept<Page>>();
  /** First renderings under way, so that many visitors at once cause one. */
  const first = new Map<string, Promise<Page>>();

  const keep = (key: string, entry: Kept<Page>): void => {
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
        // The next try comes a pause later; until then the old page is better than none.
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
    kept: (key) => pages.get(key)?.page,
  };
}
