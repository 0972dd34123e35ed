import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { transferHub3Text } from '#features/orders/domain/transfer-hub3-text.ts';
import Pdf417Code from './pdf417-code.tsx';

test('the drawn code scans as its text, Croatian letters included', async () => {
  const wasm = readFileSync(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
  const text = transferHub3Text(
    { payee: 'Kafić Šišmiš đž', iban: 'HR1210010051863000160' },
    { amount: 1_250, reference: 'SLK-2H9C4T-1' },
    { currency: 'EUR', currencyDigits: 2, address: ['Riva 1', '21000 Split'] },
  )!;
  const markup = renderToStaticMarkup(<Pdf417Code text={text} label="A code" />);
  const svg = markup.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"').replace('<rect', '<rect fill="#fff"');
  const png = await sharp(Buffer.from(svg)).resize(1_000).png().toBuffer();
  expect(await readBarcodes(new Uint8Array(png))).toMatchObject([{ format: 'PDF417', text }]);
  expect(markup).toContain('aria-label="A code"');
});
