import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type ShopSettings, ShopSettingsProvider } from '#ui/shop-settings.tsx';
import { ProductImage } from './product-image.tsx';
import { CardSkeletons, StubCard, StubGrid, StubRow } from './stub-card.tsx';

const settings: ShopSettings = {
  locale: 'en',
  timezone: 'Europe/Amsterdam',
  currency: 'EUR',
  currencyDigits: 2,
  imageFormats: ['avif', 'webp', 'jpg'],
};

const render = (element: ReactElement): string =>
  renderToString(<ShopSettingsProvider value={settings}>{element}</ShopSettingsProvider>);

test('the HTML of pictures and stubs has no style attribute, style element or event handler', () => {
  const html = render(
    <>
      <ProductImage url="/images/a" size="card" seed="a" />
      <ProductImage url={null} size="page" seed="a" />
      <StubGrid>
        <StubCard picture={<i />} chip="Only 3 left" foot="Price">
          Name
        </StubCard>
        <StubRow picture={<i />} actions={<button type="button" />}>
          Name
        </StubRow>
      </StubGrid>
      <CardSkeletons />
    </>,
  );
  expect(html).not.toMatch(/\sstyle=|<style|\son[a-z]+=/);
});

test('a picture offers both widths in each format, best format first, and has its size', () => {
  const html = render(<ProductImage url="/images/pass" size="card" seed="pass" shownWidth="45vw" />);
  expect(html).toContain(
    '<source type="image/avif" srcSet="/images/pass-350x350.avif 350w, /images/pass-350x350@2x.avif 700w" sizes="45vw"/>',
  );
  expect(html.indexOf('image/avif')).toBeLessThan(html.indexOf('image/webp'));
  expect(html).toMatch(/<img[^>]* src="\/images\/pass-350x350\.jpg"/);
  expect(html).toMatch(/<img[^>]* width="350" height="350"/);
  expect(html).toContain('loading="lazy"');
});

test('the files of a picture that is equally wide on every screen are chosen by screen density', () => {
  expect(render(<ProductImage url="/images/pass" size="thumbnail" seed="pass" />)).toContain(
    '<source type="image/avif" srcSet="/images/pass-100x100.avif 1x, /images/pass-100x100@2x.avif 2x"/>',
  );
});
