import type { Canvas } from '../canvas.ts';
import { at, steps } from '../svg.ts';

const ROWS = 9;

/** The sea from the horizon down, with a broken path of light that widens towards the beach. */
export function sea(
  { random, palette, width, height }: Canvas,
  horizon: number,
  beach: number,
  lightX: number,
): string {
  const depth = beach - horizon;
  const path = steps(ROWS).map((row) => {
    const near = row / (ROWS - 1);
    const y = horizon + depth * (0.04 + near * 0.86);
    const half = width * (0.025 + 0.17 * near) * (0.6 + random() * 0.5);
    const thickness = Math.max(1.2, depth * 0.016 * (1 + near * 2));
    const x = lightX - half + (random() - 0.5) * width * 0.03;
    return `<rect x="${at(x)}" y="${at(y)}" width="${at(half * 2)}" height="${at(thickness)}" rx="${at(thickness / 2)}"/>`;
  });
  const water = `<rect y="${at(horizon)}" width="${width}" height="${at(height - horizon)}" fill="${palette.sea}"/>`;
  return `${water}<g fill="${palette.light}" opacity=".8">${path.join('')}</g>`;
}
