import { loadSharp } from '#platform/files/load-sharp.ts';
import { codeModules } from './code-modules.ts';
import type { CodePicture } from './mail-content.ts';
import type { RenderedAttachment } from './mail-transport.ts';

const PIXELS = 4;

/** Draws a PNG with sharp edges and several pixels per module, so that it can be enlarged and printed. */
export async function drawCodePicture(picture: CodePicture): Promise<RenderedAttachment> {
  const { modules, quiet, rowHeight, width, height } = codeModules(picture);
  const pixels = Buffer.alloc(width * height, 255);
  modules.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (!isDark) return;
      for (let part = 0; part < rowHeight; part += 1) pixels[(quiet + y * rowHeight + part) * width + quiet + x] = 0;
    });
  });
  const sharp = await loadSharp();
  const content = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .resize(width * PIXELS, height * PIXELS, { kernel: 'nearest' })
    .png({ palette: true, colours: 2 })
    .toBuffer();
  return { filename: `${picture.draws}.png`, contentType: 'image/png', content };
}
