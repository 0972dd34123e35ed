import Fastify from 'fastify';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawLinkPreview } from './draw-link-preview.ts';
import type { PageBundle } from './embedded-bundle.ts';
import { linkPreviewPath } from './link-preview.ts';
import { addLinkPreviews } from './link-preview-routes.ts';

const item = {
  external_code: 'pass',
  shop_item_type: 'tickets' as const,
  name: 'Festival Pass, four days',
  price: 18_900,
  fee: 950,
  shop_image: null,
};
const theme = {
  brandColor: '#2a5bd7',
  accentColor: null,
  fontDisplay: null,
  fontText: null,
  fontStylesheet: null,
} as PageBundle['config']['theme'];
const shop = { name: 'Sandlark', locale: 'en-GB', currency: 'EUR', currencyDigits: 2, imageFormats: ['jpg'], theme };
const picture = () =>
  sharp({ create: { width: 1_000, height: 1_000, channels: 3, background: '#104020' } })
    .png()
    .toBuffer();

/** Returns the share of pixels in this part of the picture that differ from the paper. */
async function ink(image: Buffer, part: { left: number; top: number; width: number; height: number }): Promise<number> {
  const { data } = await sharp(image).extract(part).greyscale().raw().toBuffer({ resolveWithObject: true });
  return data.filter((value) => value < 128).length / data.length;
}

test('a preview is 1200 by 630 pixels, with the picture on the left and the text next to it', async () => {
  const image = await drawLinkPreview(item, shop, await picture());
  expect(await sharp(image).metadata()).toMatchObject({ format: 'jpeg', width: 1_200, height: 630 });
  expect(image.length).toBeLessThan(300_000);
  expect(await ink(image, { left: 0, top: 0, width: 630, height: 630 })).toBeGreaterThan(0.99);
  expect(await ink(image, { left: 690, top: 100, width: 450, height: 300 })).toBeGreaterThan(0.03);
  expect(await ink(image, { left: 1_150, top: 0, width: 50, height: 630 })).toBe(0);
});

test.each([
  'x'.repeat(200),
  'A name that goes on and on, with more and more words in it, until nobody can read it any more, and then some',
  'Πάσο φεστιβάλ <b>&',
])('the words of the name %s stay inside the picture', async (name) => {
  const image = await drawLinkPreview({ ...item, name }, { ...shop, name }, null);
  expect(await ink(image, { left: 1_145, top: 0, width: 55, height: 630 })).toBe(0);
  expect(await ink(image, { left: 0, top: 0, width: 1_200, height: 50 })).toBe(0);
});

test('another price, name or colour makes another address', () => {
  const paths = [
    linkPreviewPath(item, shop),
    linkPreviewPath({ ...item, price: 1 }, shop),
    linkPreviewPath({ ...item, name: 'Pass' }, shop),
    linkPreviewPath(item, { ...shop, theme: { ...theme, brandColor: '#000000' } }),
  ];
  expect(new Set(paths).size).toBe(4);
});

test('the preview of a product on sale may be cached forever; other products have none', async () => {
  const app = Fastify();
  let admitted = true;
  addLinkPreviews(app, {
    bundle: async () =>
      ({
        config: { ...shop, shopActive: true, merchandiseActive: true },
        products: [item],
        merchandise: [],
      }) as unknown as PageBundle,
    files: null,
    admission: { enter: () => (admitted ? { admitted: true, leave() {} } : { admitted: false, retryAfter: 4 }) },
  });
  const get = (url: string) => app.inject(url);
  admitted = false;
  expect((await get(linkPreviewPath(item, shop))).statusCode).toBe(503);
  admitted = true;
  const answer = await get(linkPreviewPath(item, shop));
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('image/jpeg');
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin');
  // A cached preview needs no admission.
  admitted = false;
  expect((await get('/link-preview/tickets/pass.jpg?v=old')).headers['cache-control']).toBe('public, max-age=300');
  for (const path of [
    '/link-preview/merchandise/pass.jpg',
    '/link-preview/tickets/other.jpg',
    '/link-preview/tickets/pass.png',
    '/link-preview/tickets/pass',
  ])
    expect([path, (await get(path)).statusCode]).toEqual([path, 404]);
  await app.close();
});
