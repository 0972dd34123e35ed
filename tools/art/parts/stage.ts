import { type Canvas, isTall, unitOf } from '../canvas.ts';
import { at } from '../svg.ts';

/** A stage with its arch of light beams, rising from behind a dune. `x` and `y` are the middle of its floor. */
export function stage(canvas: Canvas, x: number, y: number): string {
  const { palette, height } = canvas;
  const unit = unitOf(canvas);
  const half = unit * 0.17;
  const arch = (share: number, top: number, lift: number): string => {
    const left = at(x - half * share);
    const right = at(x + half * share);
    const floor = at(y + lift);
    const ground = at(y + height * 0.05);
    return `M${left} ${ground}V${floor}Q${at(x)} ${at(y - unit * top)} ${right} ${floor}V${ground}Z`;
  };
  const lamps = [-2, -1, 0, 1, 2].map((lamp) => {
    const lampY = y + height * 0.006 - (2.2 - Math.abs(lamp)) * unit * 0.012;
    return `<circle cx="${at(x + lamp * half * 0.28)}" cy="${at(lampY)}" r="${at(unit * 0.009)}"/>`;
  });
  return [
    beams(canvas, x, y, half),
    `<path d="${arch(1, 0.2, 0)}" fill="${palette.near}"/>`,
    `<path d="${arch(0.78, 0.14, height * 0.005)}" fill="${palette.accent}"/>`,
    `<g fill="${palette.light}">${lamps.join('')}</g>`,
  ].join('');
}

function beams(canvas: Canvas, x: number, y: number, half: number): string {
  const { palette, height, idPrefix } = canvas;
  const unit = unitOf(canvas);
  const length = height * (isTall(canvas) ? 0.5 : 0.56);
  const paths = [-3, -2, -1, 0, 1, 2, 3].map((beam) => {
    const angle = beam * 0.2;
    const foot = x + beam * half * 0.26;
    const tip = at(y - Math.cos(angle) * length);
    const left = at(foot + Math.sin(angle - 0.045) * length);
    const right = at(foot + Math.sin(angle + 0.045) * length);
    return `<path d="M${at(foot - unit * 0.004)} ${at(y)}L${left} ${tip}L${right} ${tip}L${at(foot + unit * 0.004)} ${at(y)}Z"/>`;
  });
  const fade = `<defs><linearGradient id="${idPrefix}b2" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="${at(y - height * 0.5)}" y2="${at(y)}"><stop offset="0" stop-color="${palette.light}" stop-opacity="0"/><stop offset="1" stop-color="${palette.light}" stop-opacity=".62"/></linearGradient></defs>`;
  return `${fade}<g fill="url(#${idPrefix}b2)">${paths.join('')}</g>`;
}
