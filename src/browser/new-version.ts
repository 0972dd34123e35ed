/** The key under which the tab stores the script that it had before a reload, so that it reloads once per script. */
const STORE_KEY = 'foyer.reloaded-from';

export interface Tab {
  readonly window: EventTarget;
  readonly script: string;
  /** Requests the page again; rejects if that fails. */
  page(): Promise<string>;
  storage(): Storage;
  reload(): void;
}

/**
 * A tab that stays open during updates may request scripts that no longer exist. If a script fails to load and the
 * shop's pages now begin with a different script from this tab's, the tab is reloaded: once per script, never without a
 * connection, and not while the page has typed input. Otherwise the code that requested the script reports the failure.
 */
export function watchForNewVersion(tab: Tab): void {
  let typedInto: Node | null = null;
  const isTyped = () => typedInto?.isConnected === true;
  tab.window.addEventListener('input', ({ target }) => {
    typedInto = target as Node;
  });
  // Vite's script loader dispatches this event.
  tab.window.addEventListener('vite:preloadError', () => {
    // This is checked now, because the failure may remove the page with its input, and again after the shop's answer.
    if (isTyped()) return;
    const reloadIfNew = async () => {
      if (!(await hasNewVersion(tab)) || isTyped()) return;
      tab.storage().setItem(STORE_KEY, tab.script);
      tab.reload();
    };
    reloadIfNew().catch(() => {});
  });
}

const hasNewVersion = async ({ script, page, storage }: Tab): Promise<boolean> =>
  storage().getItem(STORE_KEY) !== script && !(await page()).includes(script);

/** `entry` is the address of the page's entry script: `import.meta.url` inside that script. */
export const browserTab = (entry: string): Tab => ({
  window,
  script: new URL(entry).pathname,
  page: async () => {
    const response = await fetch(location.pathname, { cache: 'no-store', signal: AbortSignal.timeout(10_000) });
    if (!response.ok) throw new Error('The page did not load');
    return response.text();
  },
  storage: () => sessionStorage,
  reload: () => location.reload(),
});
