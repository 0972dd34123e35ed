import { type Canvas, isTall, isWide, unitOf } from '../canvas.ts';
import { crowd } from '../parts/crowd.ts';
import { filledDune } from '../parts/dune.ts';
import { grass } from '../parts/grass.ts';
import { lark } from '../parts/lark.ts';
import { sea } from '../parts/sea.ts';
import { sky } from '../parts/sky.ts';
import { stage } from '../parts/stage.ts';
import { steps } from '../svg.ts';

/** The festival: a striped sun over the sea, a stage between the dunes, its crowd, and larks above. */
export function passScene(canvas: Canvas): string {
  const { random, palette, width, height, isDetailed } = canvas;
  const wide = isWide(canvas);
  const sunX = (wide ? 0.7 : 0.5) + (random() - 0.5) * 0.12;
  const sunY = wide ? 0.44 : 0.4;
  const horizon = height * (isTall(canvas) ? 0.52 : 0.55);

  const background = sky(canvas, { x: sunX, y: sunY, radius: 0.23 });
  const water = sea(canvas, horizon, height * 0.76, width * sunX);
  const farDune = filledDune(canvas, palette.far, height * 0.68, height * 0.03, 4);
  const stageX = width * ((wide ? 0.72 : 0.5) + (random() - 0.5) * (wide ? 0.06 : 0.16));
  const lit = stage(canvas, stageX, height * 0.715);
  const middleDune = filledDune(canvas, palette.mid, height * 0.79, height * 0.025, 3);
  const people = isDetailed ? crowd(canvas, stageX) : '';
  const nearDune = filledDune(canvas, palette.near, height * 0.9, height * 0.035, 3);
  const marram = edgeGrass(canvas);
  const birds = larks(canvas, height * sunY - unitOf(canvas) * 0.23);
  return [background, water, farDune, lit, middleDune, people, nearDune, marram, birds].join('');
}

/** Marram that grows taller towards both edges and leaves the middle free for the crowd. */
function edgeGrass(canvas: Canvas): string {
  const { random, palette, width, height, isDetailed } = canvas;
  const clumps = isDetailed ? 15 : 6;
  const path = steps(clumps).map((clump) => {
    const place = (clump + random() * 0.7) / clumps;
    const edge = Math.abs(place - 0.5) * 2;
    if (edge < 0.25 && isDetailed) return '';
    const foot = height * (0.93 + random() * 0.06);
    const length = unitOf(canvas) * (0.1 + 0.17 * edge);
    return grass(random, width * place, foot, length, (place - 0.5) * 0.5 + 0.12, isDetailed ? 8 : 6);
  });
  return `<path d="${path.join('')}" fill="${palette.near}"/>`;
}

/** Larks on an arc in the free sky above the sun; `sky` is its height. */
function larks(canvas: Canvas, freeSky: number): string {
  const { random, palette, width, isDetailed } = canvas;
  const wide = isWide(canvas);
  const count = isDetailed ? 5 : 2;
  const birds = steps(count).map((index) => {
    const place = (index + 0.5) / count;
    const arc = (place - 0.5) ** 2 * 3;
    const x = width * (wide ? 0.44 + place * 0.5 : 0.14 + place * 0.72) + width * (random() - 0.5) * 0.06;
    const y = freeSky * ((wide ? 0.62 : 0.42) + arc * 0.5) + (random() - 0.5) * freeSky * 0.3;
    const scale = (unitOf(canvas) / 500) * (isDetailed ? 0.7 + random() * 0.5 : 1.9);
    return lark(x, y, scale, -14 + random() * 22);
  });
  return `<g fill="${palette.paper}">${birds.join('')}</g>`;
}
