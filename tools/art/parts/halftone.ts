import { type Canvas, unitOf } from '../canvas.ts';
import { at } from '../svg.ts';

const TURN = (24 * Math.PI) / 180;
/** Where the grain has faded out, as a share of the height. */
const ENDS = 0.55;

/**
 * Print grain over the sky: dots on a turned grid that fade towards the horizon. One path of round-capped points, because
 * a pattern under a mask takes renderers several times as long.
 */
export function halftone(canvas: Canvas): string {
  const { palette, width, height, idPrefix } = canvas;
  const unit = unitOf(canvas);
  const spacing = unit / 50;
  const bottom = height * ENDS;
  const reach = Math.ceil(Math.hypot(width, bottom) / spacing);
  let points = '';
  for (let column = 0; column <= reach; column += 1) {
    for (let row = -reach; row <= reach; row += 1) {
      const along = (column + 0.5) * spacing;
      const across = (row + 0.5) * spacing;
      const x = along * Math.cos(TURN) - across * Math.sin(TURN);
      const y = along * Math.sin(TURN) + across * Math.cos(TURN);
      const isInside = x > -spacing && x < width + spacing && y > -spacing && y < bottom;
      if (isInside) points += `M${at(x)} ${at(y)}h0`;
    }
  }
  const fade = `<defs><linearGradient id="${idPrefix}d" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="0" y2="${at(bottom)}"><stop offset="0" stop-color="${palette.near}"/><stop offset="1" stop-color="${palette.near}" stop-opacity="0"/></linearGradient></defs>`;
  return `${fade}<path d="${points}" stroke="url(#${idPrefix}d)" stroke-width="${at(unit / 95)}" stroke-linecap="round" opacity=".28"/>`;
}
