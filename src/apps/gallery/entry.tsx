import '#ui/tokens/styles.css';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { AnnouncerRegions } from '#browser/announcer-regions.tsx';
import { ENGLISH } from '#kernel/language.ts';
import { LanguageProvider } from '#ui/language.ts';
import { ShopSettingsProvider } from '#ui/shop-settings.tsx';
import { ToastRegion } from '#ui/toast.tsx';
import { overlays } from './overlays.tsx';
import { primitives } from './primitives.tsx';

const settings = {
  locale: 'en-GB',
  timezone: 'Europe/Amsterdam',
  currency: 'EUR',
  currencyDigits: 2,
  imageFormats: ['avif', 'webp', 'jpg'],
};

const sections = { ...primitives, ...overlays };
const name = decodeURIComponent(location.hash.slice(1));

createRoot(document.getElementById('root')!).render(
  <BrowserRouter>
    <LanguageProvider value={ENGLISH}>
      <ShopSettingsProvider value={settings}>
        <main className="page">
          <h1>{name || 'Primitives'}</h1>
          {sections[name] ?? (
            <ul>
              {Object.keys(sections).map((one) => (
                <li key={one}>
                  <a href={`#${one}`}>{one}</a>
                </li>
              ))}
            </ul>
          )}
        </main>
        <AnnouncerRegions />
        <ToastRegion />
      </ShopSettingsProvider>
    </LanguageProvider>
  </BrowserRouter>,
);
