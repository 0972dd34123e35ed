import { type Canvas, unitOf } from '../canvas.ts';
import { at, steps } from '../svg.ts';
import { passScene } from './pass-scene.ts';

const WALL = '#e9dfce';
const FLOOR = '#cdbfa9';
const INNER_WIDTH = 350;

/** The festival's poster, framed, leaning on a wall. */
export function posterScene(canvas: Canvas): string {
  const { palette, width, height } = canvas;
  const unit = unitOf(canvas);
  const wide = unit * 0.56;
  const high = wide * Math.SQRT2;
  const x = width / 2 - wide / 2;
  const y = height / 2 - high / 2;
  const margin = wide * 0.06;
  const printWidth = wide - 2 * margin;
  const innerHeight = at((INNER_WIDTH * high * 0.8) / printWidth);
  const rim = unit * 0.016;

  const room = `<rect width="${width}" height="${height}" fill="${WALL}"/><rect y="${at(height * 0.86)}" width="${width}" height="${at(height * 0.14)}" fill="${FLOOR}"/>`;
  const shadow = `<path d="M${at(x + wide * 0.05)} ${at(y + high)}h${at(wide)}l${at(unit * 0.05)} ${at(unit * 0.03)}h${at(-wide)}Z" fill="#000" opacity=".16"/>`;
  const frame = `<rect x="${at(x - rim)}" y="${at(y - rim)}" width="${at(wide + rim * 2)}" height="${at(high + rim * 2)}" fill="${palette.near}"/>`;
  const paper = `<rect x="${at(x)}" y="${at(y)}" width="${at(wide)}" height="${at(high)}" fill="${palette.paper}"/>`;
  const scene = passScene({ ...canvas, width: INNER_WIDTH, height: innerHeight });
  const print = `<svg x="${at(x + margin)}" y="${at(y + margin)}" width="${at(printWidth)}" height="${at(high * 0.8)}" viewBox="0 0 ${INNER_WIDTH} ${innerHeight}">${scene}</svg>`;
  const bars = steps(8).map((index) => {
    const left = at(x + margin + index * (printWidth / 8));
    const tall = at(high * (0.03 + (index % 3) * 0.012));
    return `<rect x="${left}" y="${at(y + high * 0.885)}" width="${at(printWidth / 8 - wide * 0.02)}" height="${tall}"/>`;
  });
  return [room, shadow, frame, paper, print, `<g fill="${palette.near}">${bars.join('')}</g>`].join('');
}
