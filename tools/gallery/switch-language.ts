import type { Page } from 'playwright-core';

/**
 * Changes the person's language in the open office, as if the session had changed, so that dialogs and typed text stay.
 * Returns false if there is no session yet, such as on a page that failed to load.
 */
export async function switchLanguage(page: Page, language: string): Promise<boolean> {
  const isChanged: boolean = await page.evaluate(`(() => {
    const root = document.getElementById('root');
    const key = Object.keys(root).find((name) => name.startsWith('__reactContainer$'));
    let fiber = root[key].stateNode.current;
    while (fiber && !fiber.memoizedProps?.client) fiber = fiber.child;
    const client = fiber?.memoizedProps.client;
    if (!client?.getQueryData(['session'])) return false;
    client.setQueryData(['session'], (session) => ({
      ...session,
      language: ${JSON.stringify(language)},
      shop_language: ${JSON.stringify(language)},
      person: session.person && { ...session.person, language: ${JSON.stringify(language)} },
    }));
    return true;
  })()`);
  if (isChanged) await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' });
  return isChanged;
}
