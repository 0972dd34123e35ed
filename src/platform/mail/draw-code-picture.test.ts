import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { drawCodePicture } from './draw-code-picture.ts';

test.each([
  ['qr', 'QRCode', 'BCD\n002\n1\nSCT\n\nKafić Šišmiš\nHR1210010051863000160\nEUR25.75\n\nRF25SLK2H9C4T1'],
  ['pdf417', 'PDF417', 'HRVHUB30\nEUR\n000000000002575\n\n\n\nKafić Šišmiš\nRiva 1\n21000 Split\n'],
] as const)('a %s in a mail scans as its text', async (draws, format, text) => {
  const wasm = readFileSync(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
  const { content, contentType } = await drawCodePicture({ draws, text });
  expect(contentType).toBe('image/png');
  expect(content.length).toBeLessThan(12_000);
  expect(await readBarcodes(new Uint8Array(content))).toMatchObject([{ format, text }]);
});
