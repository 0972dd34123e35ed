import { type Canvas, unitOf } from '../canvas.ts';
import { at, steps } from '../svg.ts';
import { halftone } from './halftone.ts';

export interface SkyLight {
  /** Share of the width and of the height. */
  readonly x: number;
  readonly y: number;
  /** Share of the shorter side. */
  readonly radius: number;
  /** A moon has craters, a sun has stripes. */
  readonly isMoon?: boolean;
  readonly stars?: number;
}

const GRADIENT_STOPS = [0, 0.34, 0.58, 0.76];

/** A graded sky with its glow, halftone grain, stars, and a striped sun or a moon. */
export function sky(canvas: Canvas, light: SkyLight): string {
  const { width, height, isDetailed, idPrefix } = canvas;
  const radius = unitOf(canvas) * light.radius;
  const x = width * light.x;
  const y = height * light.y;
  const background = `<rect width="${width}" height="${height}" fill="url(#${idPrefix}g)"/>`;
  const starlight = light.stars ? stars(canvas, light.stars) : '';
  const glow = `<circle cx="${at(x)}" cy="${at(y)}" r="${at(radius * 2.1)}" fill="url(#${idPrefix}h)"/>`;
  const disc = light.isMoon ? moon(canvas, x, y, radius) : sun(canvas, x, y, radius);
  return `${definitions(canvas, x, y, radius)}${background}${starlight}${glow}${isDetailed ? halftone(canvas) : ''}${disc}`;
}

function definitions(canvas: Canvas, x: number, y: number, radius: number): string {
  const { palette, idPrefix: id } = canvas;
  const skyStops = palette.sky.map((color, index) => `<stop offset="${GRADIENT_STOPS[index]}" stop-color="${color}"/>`);
  return [
    '<defs>',
    `<linearGradient id="${id}g" x2="0" y2="1">${skyStops.join('')}</linearGradient>`,
    `<radialGradient id="${id}h"><stop offset=".35" stop-color="${palette.light}" stop-opacity=".75"/><stop offset="1" stop-color="${palette.light}" stop-opacity="0"/></radialGradient>`,
    `<clipPath id="${id}s"><circle cx="${at(x)}" cy="${at(y)}" r="${at(radius)}"/></clipPath>`,
    '</defs>',
  ].join('');
}

function stars(canvas: Canvas, count: number): string {
  const { random, palette, width, height } = canvas;
  const points = steps(count).map(() => {
    const x = random() * width;
    const y = random() * height * 0.5;
    const size = ((0.5 + random() * 1.4) * unitOf(canvas)) / 420;
    return `<circle cx="${at(x)}" cy="${at(y)}" r="${at(size)}"/>`;
  });
  return `<g fill="${palette.light}" opacity=".85">${points.join('')}</g>`;
}

const CRATERS = [
  { x: -0.3, y: -0.2, radius: 0.2 },
  { x: 0.32, y: 0.28, radius: 0.13 },
  { x: 0.15, y: -0.5, radius: 0.09 },
];

function moon({ palette }: Canvas, x: number, y: number, radius: number): string {
  const craters = CRATERS.map(
    (crater) =>
      `<circle cx="${at(x + radius * crater.x)}" cy="${at(y + radius * crater.y)}" r="${at(radius * crater.radius)}"/>`,
  );
  const disc = `<circle cx="${at(x)}" cy="${at(y)}" r="${at(radius)}" fill="${palette.light}"/>`;
  return `${disc}<g fill="${palette.sky[3]}" opacity=".22">${craters.join('')}</g>`;
}

function sun({ palette, idPrefix }: Canvas, x: number, y: number, radius: number): string {
  const stripes = steps(6).map((index) => {
    const top = y + radius * (-0.02 + index * 0.18);
    const height = radius * (0.025 + index * 0.016);
    return `<rect x="${at(x - radius)}" y="${at(top)}" width="${at(radius * 2)}" height="${at(height)}" fill="${palette.accent}"/>`;
  });
  const disc = `<circle cx="${at(x)}" cy="${at(y)}" r="${at(radius)}" fill="${palette.light}"/>`;
  return `<g clip-path="url(#${idPrefix}s)">${disc}${stripes.join('')}</g>`;
}
