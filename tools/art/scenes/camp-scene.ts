import { type Canvas, isTall, unitOf } from '../canvas.ts';
import { filledDune } from '../parts/dune.ts';
import { grass } from '../parts/grass.ts';
import { sky } from '../parts/sky.ts';
import { at, steps } from '../svg.ts';

/** Lit tents between the dunes, under a string of lamps and the moon. */
export function campScene(canvas: Canvas): string {
  const { random, palette, width, height, isDetailed } = canvas;
  const unit = unitOf(canvas);
  const background = sky(canvas, {
    x: 0.26 + random() * 0.08,
    y: isTall(canvas) ? 0.2 : 0.22,
    radius: 0.12,
    isMoon: true,
    stars: isDetailed ? 80 : 18,
  });
  const farDune = filledDune(canvas, palette.far, height * 0.62, height * 0.045, 4);
  const middleDune = filledDune(canvas, palette.mid, height * 0.72, height * 0.03, 3);
  const tents = [
    tent(canvas, width * 0.24, height * 0.755, unit * 0.095, palette.sky[3]),
    tent(canvas, width * 0.78, height * 0.765, unit * 0.11, palette.sea),
    tent(canvas, width * 0.5, height * 0.835, unit * 0.2, palette.accent),
  ];
  const lamps = isDetailed ? stringOfLamps(canvas) : '';
  const nearDune = filledDune(canvas, palette.near, height * 0.9, height * 0.03, 3);
  return [background, farDune, middleDune, ...tents, lamps, nearDune, foreground(canvas)].join('');
}

/** A ridge tent from the front; `size` is half its width. */
function tent({ palette }: Canvas, x: number, ground: number, size: number, cloth: string): string {
  const top = at(ground - size * 1.15);
  const floor = at(ground);
  return [
    `<ellipse cx="${at(x)}" cy="${floor}" rx="${at(size * 1.5)}" ry="${at(size * 0.16)}" fill="${palette.near}" opacity=".5"/>`,
    `<path d="M${at(x - size)} ${floor}L${at(x)} ${top}L${at(x + size)} ${floor}Z" fill="${cloth}"/>`,
    `<path d="M${at(x)} ${top}L${at(x + size)} ${floor}H${at(x + size * 0.28)}Z" fill="#000" opacity=".22"/>`,
    `<path d="M${at(x - size * 0.3)} ${floor}L${at(x)} ${at(ground - size * 0.86)}L${at(x + size * 0.28)} ${floor}Z" fill="${palette.light}"/>`,
    `<path d="M${at(x - size * 1.1)} ${floor}L${at(x)} ${top}L${at(x + size * 1.1)} ${floor}" fill="none" stroke="${palette.paper}" stroke-width="${at(size * 0.035)}" stroke-linejoin="round"/>`,
  ].join('');
}

function stringOfLamps(canvas: Canvas): string {
  const { palette, width, height } = canvas;
  const unit = unitOf(canvas);
  const from = { x: width * 0.08, y: height * 0.53 };
  const low = { x: width / 2, y: from.y + height * 0.13 };
  const to = { x: width * 0.93, y: from.y - height * 0.02 };
  const cord = `<path d="M${at(from.x)} ${at(from.y)}Q${at(low.x)} ${at(low.y)} ${at(to.x)} ${at(to.y)}" fill="none" stroke="${palette.near}" stroke-width="${at(unit * 0.005)}"/>`;
  const poles = `<path d="M${at(from.x)} ${at(from.y)}V${at(height * 0.78)}M${at(to.x)} ${at(to.y)}V${at(height * 0.79)}" stroke="${palette.near}" stroke-width="${at(unit * 0.009)}"/>`;
  const bulbs = steps(9).map((index) => {
    const along = (index + 1) / 10;
    const on = (a: number, b: number, c: number): number =>
      (1 - along) ** 2 * a + 2 * (1 - along) * along * b + along * along * c;
    const x = at(on(from.x, low.x, to.x));
    const y = at(on(from.y, low.y, to.y) + unit * 0.016);
    return `<circle cx="${x}" cy="${y}" r="${at(unit * 0.03)}" fill="${palette.light}" opacity=".22"/><circle cx="${x}" cy="${y}" r="${at(unit * 0.013)}" fill="${palette.light}"/>`;
  });
  return cord + poles + bulbs.join('');
}

function foreground(canvas: Canvas): string {
  const { random, palette, width, height, isDetailed } = canvas;
  const clumps = isDetailed ? 13 : 5;
  const path = steps(clumps).map((clump) => {
    const place = (clump + random() * 0.7) / clumps;
    const edge = Math.abs(place - 0.5) * 2;
    const foot = height * (0.94 + random() * 0.05);
    return grass(random, width * place, foot, unitOf(canvas) * (0.06 + 0.16 * edge), (place - 0.5) * 0.5, 7);
  });
  return `<path d="${path.join('')}" fill="${palette.near}"/>`;
}
