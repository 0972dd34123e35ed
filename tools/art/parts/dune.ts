import type { Canvas } from '../canvas.ts';
import { at, steps } from '../svg.ts';

/** The path of a smooth line of hills around a height, closed below the picture. */
export function dune({ random, width, height }: Canvas, base: number, swing: number, hills: number): string {
  const points = steps(hills + 1).map((step) => ({
    x: (width * step) / hills,
    y: base + (random() - 0.5) * 2 * swing,
  }));
  const first = points[0]!;
  const last = points[hills]!;
  const slopes = points.slice(1).map((to, index) => {
    const from = points[index]!;
    const middle = at((from.x + to.x) / 2);
    return `C${middle} ${at(from.y)} ${middle} ${at(to.y)} ${at(to.x)} ${at(to.y)}`;
  });
  const start = `M${at(-4)} ${at(height + 4)}L${at(-4)} ${at(first.y)}`;
  return `${start}${slopes.join('')}L${at(width + 4)} ${at(last.y)}L${at(width + 4)} ${at(height + 4)}Z`;
}

export const filledDune = (canvas: Canvas, fill: string, base: number, swing: number, hills: number): string =>
  `<path d="${dune(canvas, base, swing, hills)}" fill="${fill}"/>`;
