import { type Canvas, isTall, unitOf } from '../canvas.ts';
import { coach } from '../parts/coach.ts';
import { filledDune } from '../parts/dune.ts';
import { grass } from '../parts/grass.ts';
import { sky } from '../parts/sky.ts';
import { type SkylineName, skylines } from '../parts/skyline.ts';
import { at, steps } from '../svg.ts';

/** A coach on the road out of a city under the moon. */
export function coachScene(canvas: Canvas, skyline: SkylineName): string {
  const { random, palette, width, height, isDetailed } = canvas;
  const tall = isTall(canvas);
  const ground = height * 0.63;
  const road = height * 0.845;

  const background = sky(canvas, {
    x: 0.72,
    y: tall ? 0.24 : 0.27,
    radius: tall ? 0.17 : 0.15,
    isMoon: true,
    stars: isDetailed ? 46 : 14,
  });
  const place = { left: width * 0.02, width: width * 0.96, ground, tall: height * (tall ? 0.2 : 0.27) };
  const city = `<path d="${skylines[skyline](random, place)}" fill="${palette.far}"/>`;
  const windows = isDetailed ? litWindows(canvas, ground) : '';
  const field = `<rect y="${at(ground - 1)}" width="${width}" height="${at(height - ground + 1)}" fill="${palette.sea}"/>`;
  const dunes = filledDune(canvas, palette.mid, height * 0.7, height * 0.02, 4);
  return [background, city, windows, field, dunes, roadway(canvas, road), coach(canvas, road), verge(canvas)].join('');
}

function litWindows(canvas: Canvas, ground: number): string {
  const { random, palette, width, height } = canvas;
  const unit = unitOf(canvas);
  const windows = steps(34).map(() => {
    const x = width * (0.05 + random() * 0.88);
    const y = ground - height * (0.015 + random() * 0.085);
    return `<rect x="${at(x)}" y="${at(y)}" width="${at(unit * 0.009)}" height="${at(unit * 0.014)}"/>`;
  });
  return `<g fill="${palette.accent}" opacity=".85">${windows.join('')}</g>`;
}

function roadway(canvas: Canvas, road: number): string {
  const { palette, width, height } = canvas;
  const unit = unitOf(canvas);
  const middle = at(width / 2);
  const right = at(width + 4);
  const tarmac = `<path d="M${-4} ${at(road)}Q${middle} ${at(road - height * 0.03)} ${right} ${at(road)}V${at(height + 4)}H-4Z" fill="${palette.near}"/>`;
  const lineY = at(road + height * 0.075);
  const line = `<path d="M${-4} ${lineY}Q${middle} ${at(road + height * 0.045)} ${right} ${lineY}" fill="none" stroke="${palette.light}" stroke-width="${at(unit * 0.008)}" stroke-dasharray="${at(unit * 0.05)} ${at(unit * 0.04)}" opacity=".8"/>`;
  return tarmac + line;
}

function verge(canvas: Canvas): string {
  const { random, palette, width, height, isDetailed } = canvas;
  const clumps = isDetailed ? 9 : 4;
  const path = steps(clumps).map((clump) => {
    const place = (clump + random() * 0.6) / clumps;
    const length = unitOf(canvas) * (0.05 + 0.09 * Math.abs(place - 0.5) * 2);
    return grass(random, width * place, height + 4, length, (place - 0.5) * 0.6, 7);
  });
  return `<path d="${path.join('')}" fill="${palette.sea}"/>`;
}
