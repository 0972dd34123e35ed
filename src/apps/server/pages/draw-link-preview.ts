import { loadSharp } from '#platform/files/load-sharp.ts';
import type { FontName } from '#platform/pdf/fonts.ts';
import { outlineSvg, textOutline } from '#platform/pdf/text-outline.ts';
import { PREVIEW_SIZE, type PreviewItem, type PreviewShop, previewPrice } from './link-preview.ts';

/** Colours of the tokens `--paper`, `--ink`, `--ink-2` and `--brand` on light pages. */
const PAPER = '#faf6ee';
const INK = '#1b1a2e';
const INK_2 = '#4a4860';
const BRAND = '#0b5d66';

const { width, height } = PREVIEW_SIZE;
const MARGIN = 60;
const STRIPE = 14;
const MAX_LINES = 4;

/** Draws a product's preview as JPEG, with the picture on the left and the name, price and shop next to it. */
export async function drawLinkPreview(item: PreviewItem, shop: PreviewShop, picture: Buffer | null): Promise<Buffer> {
  const left = (picture ? height : 0) + MARGIN;
  const sharp = await loadSharp();
  const words = sharp(Buffer.from(wordsSvg(item, shop, left)));
  const square = picture && (await sharp(picture).resize(height, height, { fit: 'cover' }).toBuffer());
  return await sharp({ create: { ...PREVIEW_SIZE, channels: 3, background: PAPER } })
    .composite([
      ...(square ? [{ input: square, left: 0, top: 0 }] : []),
      { input: await words.png().toBuffer(), left: 0, top: 0 },
    ])
    .jpeg({ quality: 86, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

function wordsSvg(item: PreviewItem, shop: PreviewShop, left: number): string {
  const room = width - MARGIN - left;
  const { size, lines } = fitted(item.name, room);
  const brand = /^#[0-9a-f]{6}$/i.test(shop.theme.brandColor ?? '') ? shop.theme.brandColor! : BRAND;
  const top = MARGIN + STRIPE + 40;
  const name = lines.map((line, index) => words(line, 'display', size, left, top + size * (0.85 + index * 1.12), INK));
  const price = words(
    previewPrice(item, shop),
    'strong',
    46,
    left,
    top + size * (0.85 + (lines.length - 1) * 1.12) + 84,
    INK,
  );
  const shopName = words(shortened(shop.name, 'text', 34, room), 'text', 34, left, height - MARGIN, INK_2);
  const stripe = `<rect x="${left}" y="${MARGIN}" width="96" height="${STRIPE}" rx="7" fill="${brand}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${stripe}${name.join('')}${price}${shopName}</svg>`;
}

const words = (text: string, font: FontName, size: number, x: number, y: number, color: string): string =>
  outlineSvg(textOutline(text, font, size), x, y, color);

/** Finds the largest type size in which the name fits. At the smallest size the rest is cut off. */
function fitted(name: string, room: number): { size: number; lines: string[] } {
  for (const size of [72, 64, 56, 48]) {
    const lines = wrapped(name, size, room);
    if (lines.length <= MAX_LINES && lines.every((line) => textOutline(line, 'display', size).width <= room))
      return { size, lines };
  }
  const lines = wrapped(name, 44, room);
  const kept = lines.slice(0, MAX_LINES - 1).map((line) => shortened(line, 'display', 44, room));
  const rest = lines.slice(MAX_LINES - 1).join(' ');
  return { size: 44, lines: rest ? [...kept, shortened(rest, 'display', 44, room)] : kept };
}

function wrapped(text: string, size: number, room: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && textOutline(longer, 'display', size).width <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function shortened(text: string, font: FontName, size: number, room: number): string {
  if (textOutline(text, font, size).width <= room) return text;
  const letters = [...text].slice(0, 120);
  while (letters.length > 1 && textOutline(`${letters.join('')}…`, font, size).width > room) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}
