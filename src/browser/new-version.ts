/** Under which the tab notes for which script it was loaded anew. */
const STORE_KEY = 'foyer.loaded-anew';

/** What is looked at in a tab and done with it. */
export interface Tab {
  readonly window: EventTarget;
  /** Path of the script that the page began with. */
  readonly script: string;
  /** The page as the shop sends it now; rejects when it does not come. */
  page(): Promise<string>;
  storage(): Storage;
  reload(): void;
}

/**
 * A tab that stays open through several updates asks for scripts that the shop does not have any more. When one does not come and
 * the shop's pages begin with another script than this tab did, the tab is loaded anew: once for each script, not without a
 * connection, and not while something typed is on the page. Otherwise whoever asked for the script says that it did not come.
 */
export function watchForNewVersion(tab: Tab): void {
  let typedInto: Node | null = null;
  const isTyped = () => typedInto?.isConnected === true;
  tab.window.addEventListener('input', ({ target }) => {
    typedInto = target as Node;
  });
  // Sent by the build's own loader of scripts.
  tab.window.addEventListener('vite:preloadError', () => {
    // Asked at once, because what failed may take the page away, and again when the shop has answered.
    if (isTyped()) return;
    const loadAnew = async () => {
      if (!(await hasNewVersion(tab)) || isTyped()) return;
      tab.storage().setItem(STORE_KEY, tab.script);
      tab.reload();
    };
    loadAnew().catch(() => {});
  });
}

const hasNewVersion = async ({ script, page, storage }: Tab): Promise<boolean> =>
  storage().getItem(STORE_KEY) !== script && !(await page()).includes(script);

/** `entry` is the address of the page's first script, `import.meta.url` inside it. */
export const browserTab = (entry: string): Tab => ({
  window,
  script: new URL(entry).pathname,
  page: async () => {
    const response = await fetch(location.pathname, { cache: 'no-store', signal: AbortSignal.timeout(10_000) });
    if (!response.ok) throw new Error('The page did not come');
    return response.text();
  },
  storage: () => sessionStorage,
  reload: () => location.reload(),
});
