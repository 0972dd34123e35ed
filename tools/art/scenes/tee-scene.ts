import { type Canvas, unitOf } from '../canvas.ts';
import { lark } from '../parts/lark.ts';
import { at, steps } from '../svg.ts';

/** A T-shirt with the festival's print, before a burst of rays. The shirt is drawn on a grid of 500 around its middle. */
export function teeScene(canvas: Canvas): string {
  const { palette, width, height } = canvas;
  const x = width / 2;
  const y = height * 0.52;
  const scale = unitOf(canvas) / 500;
  const wall = `<rect width="${width}" height="${height}" fill="${palette.sky[2]}"/>`;
  const shadow = `<ellipse cx="${at(x)}" cy="${at(y + 208 * scale)}" rx="${at(150 * scale)}" ry="${at(15 * scale)}" fill="${palette.near}" opacity=".22"/>`;
  return [wall, rays(canvas, x, y), shadow, shirt(canvas, x, y, scale), print(canvas, x, y - 28 * scale, scale)].join(
    '',
  );
}

function rays({ random, palette, width, height }: Canvas, x: number, y: number): string {
  const start = random() * 0.4;
  const reach = Math.hypot(width, height);
  const path = steps(18).map((ray) => {
    const from = start + (ray * Math.PI) / 9;
    const to = from + Math.PI / 18;
    const point = (angle: number): string => `${at(x + Math.cos(angle) * reach)} ${at(y + Math.sin(angle) * reach)}`;
    return `M${at(x)} ${at(y)}L${point(from)}L${point(to)}Z`;
  });
  return `<path d="${path.join('')}" fill="${palette.sky[3]}"/>`;
}

function shirt({ palette, idPrefix }: Canvas, middleX: number, middleY: number, scale: number): string {
  const p = (x: number, y: number): string => `${at(middleX + x * scale)} ${at(middleY + y * scale)}`;
  const outline = [
    `M${p(-60, -180)}C${p(-36, -150)} ${p(36, -150)} ${p(60, -180)}L${p(112, -162)}Q${p(132, -154)} ${p(142, -134)}`,
    `L${p(186, -50)}L${p(118, -14)}L${p(106, -38)}L${p(110, 196)}Q${p(0, 210)} ${p(-110, 196)}L${p(-106, -38)}`,
    `L${p(-118, -14)}L${p(-186, -50)}L${p(-142, -134)}Q${p(-132, -154)} ${p(-112, -162)}Z`,
  ].join('');
  const seams = `<path d="M${p(-106, -38)}L${p(-96, -96)}M${p(106, -38)}L${p(96, -96)}" stroke="#000" stroke-opacity=".35" stroke-width="${at(3 * scale)}" fill="none"/>`;
  const fold = `<path d="M${p(60, 210)}C${p(84, 90)} ${p(70, 10)} ${p(112, -60)}L${p(130, 210)}Z" fill="#000" opacity=".16"/>`;
  const collar = `<path d="M${p(-60, -180)}C${p(-36, -150)} ${p(36, -150)} ${p(60, -180)}C${p(40, -166)} ${p(20, -162)} ${p(0, -162)}C${p(-20, -162)} ${p(-40, -166)} ${p(-60, -180)}Z" fill="${palette.mid}"/>`;
  return [
    `<defs><clipPath id="${idPrefix}t"><path d="${outline}"/></clipPath></defs>`,
    `<path d="${outline}" fill="${palette.near}"/>`,
    `<g clip-path="url(#${idPrefix}t)">${seams}${fold}</g>`,
    collar,
  ].join('');
}

/** The chest print: a sun over three waves, one lark, and a row of bars where a name would stand. */
function print({ palette, isDetailed, idPrefix }: Canvas, x: number, y: number, scale: number): string {
  const radius = 68 * scale;
  const waves = [palette.accent, palette.sea, palette.near].map((color, index) => {
    const top = at(y + radius * (0.22 + index * 0.28));
    const left = at(x - radius * 1.2);
    const crest = `q${at(radius * 0.1)} ${at(-radius * 0.12)} ${at(radius * 0.2)} 0t${at(radius * 0.2)} 0`;
    return `<path d="M${left} ${top}${crest.repeat(6)}V${at(y + radius * 1.1)}H${left}Z" fill="${color}"/>`;
  });
  const sun = `<circle cx="${at(x)}" cy="${at(y)}" r="${at(radius)}" fill="${palette.light}"/>`;
  const horizon = `<rect x="${at(x - radius)}" y="${at(y - radius * 0.02)}" width="${at(radius * 2)}" height="${at(radius * 0.07)}" fill="${palette.near}"/>`;
  const clip = `<defs><clipPath id="${idPrefix}c"><circle cx="${at(x)}" cy="${at(y)}" r="${at(radius)}"/></clipPath></defs>`;
  const bird = `<g fill="${palette.near}">${lark(x - 4 * scale, y - 30 * scale, scale * 1.5, -10)}</g>`;
  const bars = steps(8).map((index) => {
    const left = x - 62 * scale + index * 16 * scale;
    const high = (6 + (index % 3) * 3) * scale;
    return `<rect x="${at(left)}" y="${at(y + 88 * scale)}" width="${at(10 * scale)}" height="${at(high)}" rx="${at(2 * scale)}"/>`;
  });
  const name = isDetailed ? `<g fill="${palette.paper}">${bars.join('')}</g>` : '';
  return `${clip}<g clip-path="url(#${idPrefix}c)">${sun}${horizon}${waves.join('')}</g>${bird}${name}`;
}
