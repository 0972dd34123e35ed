import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter, Route, Routes } from 'react-router';
import { createSessionStore, type FirstBundle, SessionProvider } from '#browser/session-store.ts';
import { ShopSettingsProvider } from '#ui/shop-settings.tsx';
import { inEnglish } from '#ui/testing.ts';
import { aConfig } from '../testing.ts';

export const aBundle = (over: Partial<FirstBundle> = {}): FirstBundle =>
  ({
    config: aConfig(),
    customer: { full_name: 'Mila Okonkwo', email: 'mila@example.org', country: 'NL', address: {} },
    products: [],
    merchandise: [],
    existing_tickets: [],
    can_save_card: false,
    ...over,
  }) as FirstBundle;

/** Renders a page for a customer. The route parameters come from matching `at` against `path`. */
export function rendered(element: ReactElement, bundle: FirstBundle, { path = '/', at = '/' } = {}): string {
  return renderToStaticMarkup(
    inEnglish(
      <MemoryRouter initialEntries={[at]}>
        <SessionProvider value={createSessionStore({ bundle })}>
          <ShopSettingsProvider value={bundle.config}>
            <Routes>
              <Route path={path} element={element} />
            </Routes>
          </ShopSettingsProvider>
        </SessionProvider>
      </MemoryRouter>,
    ),
  );
}

/** The visible text of markup. */
export const wordsOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
