import jsQR from 'jsqr';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import QrCode from './qr-code.tsx';

test('the drawn code scans as its text, accents included', async () => {
  const text = 'BCD\n002\n1\nSCT\n\nKafić Šišmiš\nHR1210010051863000160\nEUR12.50\n\n\nSLK-7Q4M-2';
  const markup = renderToStaticMarkup(<QrCode text={text} label="A code" />);
  const svg = markup.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"').replace('<rect', '<rect fill="#fff"');
  const { data, info } = await sharp(Buffer.from(svg))
    .resize(360)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(text);
  expect(markup).toContain('aria-label="A code"');
});
