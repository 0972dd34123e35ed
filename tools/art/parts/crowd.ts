import { type Canvas, unitOf } from '../canvas.ts';
import { at, steps } from '../svg.ts';

const ROWS = [
  { row: 0, people: 17 },
  { row: 1, people: 21 },
];

/** Two rows of heads in front of a stage, with the odd raised arm. `x` is the middle. */
export function crowd(canvas: Canvas, x: number): string {
  const { palette } = canvas;
  const people = ROWS.flatMap(({ row, people: count }) =>
    steps(count).map((index) => person(canvas, x, row, (index + 0.5) / count, count)),
  );
  return `<g fill="${palette.near}">${people.join('')}</g>`;
}

function person(canvas: Canvas, middle: number, row: number, place: number, count: number): string {
  const { random, palette, width, height } = canvas;
  const unit = unitOf(canvas);
  const size = unit * (0.0105 + row * 0.0022 + random() * 0.002);
  const spread = Math.min(width, unit * 1.25) * (0.6 + row * 0.1);
  const x = middle + spread * (place + ((random() - 0.5) * 0.7) / count - 0.5);
  const y = height * (0.822 + row * 0.03) + (random() - 0.5) * height * 0.012;
  const left = at(x - size * 1.9);
  const right = at(x + size * 1.9);
  // Down behind the nearest dune, so that nobody floats above it.
  const hem = at(Math.max(y + size * 5, height * 0.95));
  const shoulder = at(y - size * 0.55);
  const head = `<circle cx="${at(x)}" cy="${at(y - size * 1.7)}" r="${at(size * 0.92)}"/>`;
  const body = `<path d="M${left} ${hem}Q${left} ${shoulder} ${at(x)} ${shoulder}Q${right} ${shoulder} ${right} ${hem}Z"/>`;
  if (random() <= 0.78) return head + body;
  const side = random() > 0.5 ? 1 : -1;
  const reach = `l${at(side * size * (0.6 + random()))} ${at(-size * (4 + random() * 2))}`;
  const arm = `<path d="M${at(x + side * size * 1.2)} ${at(y + size)}${reach}" stroke="${palette.near}" stroke-width="${at(size * 0.75)}" stroke-linecap="round"/>`;
  return head + body + arm;
}
