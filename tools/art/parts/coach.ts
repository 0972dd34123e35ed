import { type Canvas, unitOf } from '../canvas.ts';
import { at, steps } from '../svg.ts';
import { lark } from './lark.ts';

/** A coach from the side, facing right, with its wheels on `road`. */
export function coach(canvas: Canvas, road: number): string {
  const { palette, width, isDetailed } = canvas;
  const unit = unitOf(canvas);
  const long = unit * 0.66;
  const high = unit * 0.23;
  const left = width / 2 - long * 0.53;
  const top = road - high - unit * 0.018;
  const corner = high * 0.18;
  const x = (share: number): number => at(left + long * share);
  const y = (share: number): number => at(top + high * share);
  const floor = `V${y(0.92)}Q${x(1)} ${y(1)} ${x(0.985)} ${y(1)}H${at(left + corner * 0.6)}Q${x(0)} ${y(1)} ${x(0)} ${y(0.9)}`;

  const beam = `<path d="M${x(0.985)} ${y(0.72)}L${x(1.5)} ${y(0.64)}V${y(1.2)}L${x(0.985)} ${y(0.86)}Z" fill="${palette.light}" opacity=".32"/>`;
  const body = `<path d="M${at(left + corner)} ${y(0)}H${x(0.9)}Q${x(0.965)} ${y(0)} ${x(0.98)} ${y(0.34)}L${x(1)} ${y(0.62)}${floor}V${at(top + corner)}Q${x(0)} ${y(0)} ${at(left + corner)} ${y(0)}Z" fill="${palette.paper}"/>`;
  const wave = `<path d="M${x(0)} ${y(0.62)}C${x(0.3)} ${y(0.36)} ${x(0.5)} ${y(1.02)} ${x(1)} ${y(0.64)}${floor}Z" fill="${palette.accent}"/>`;

  const windowTop = top + high * 0.15;
  const windowHigh = high * 0.33;
  const windows = steps(6).map((index) => {
    const windowLeft = left + long * (0.035 + index * 0.133);
    const pane = `<rect x="${at(windowLeft)}" y="${at(windowTop)}" width="${at(long * 0.116)}" height="${at(windowHigh)}" rx="${at(unit * 0.01)}" fill="${palette.sky[1]}"/>`;
    if (!isDetailed) return pane;
    const head = `<circle cx="${at(windowLeft + long * 0.06)}" cy="${at(windowTop + windowHigh * 0.66)}" r="${at(high * 0.065)}" fill="${palette.near}" opacity=".75"/>`;
    const shoulders = `<path d="M${at(windowLeft + long * 0.022)} ${at(windowTop + windowHigh)}q${at(long * 0.036)} ${at(-windowHigh * 0.42)} ${at(long * 0.074)} 0Z" fill="${palette.near}" opacity=".75"/>`;
    return pane + head + shoulders;
  });
  const windscreen = `<path d="M${x(0.845)} ${at(windowTop)}h${at(long * 0.06)}q${at(long * 0.035)} ${at(windowHigh * 0.3)} ${at(long * 0.047)} ${at(windowHigh * 1.05)}h${at(-long * 0.107)}Z" fill="${palette.sky[1]}"/>`;
  const headlight = `<circle cx="${x(0.982)}" cy="${y(0.79)}" r="${at(high * 0.055)}" fill="${palette.light}"/>`;
  const badge = `<g fill="${palette.paper}">${lark(left + long * 0.36, top + high * 0.79, (unit / 500) * 1.05, -6)}</g>`;
  const wheels = [0.17, 0.3, 0.8].map(
    (share) =>
      `<circle cx="${x(share)}" cy="${y(1)}" r="${at(high * 0.165)}" fill="${palette.near}" stroke="${palette.sea}" stroke-width="${at(high * 0.03)}"/><circle cx="${x(share)}" cy="${y(1)}" r="${at(high * 0.07)}" fill="${palette.paper}"/>`,
  );
  return [beam, body, wave, ...windows, windscreen, headlight, badge, ...wheels].join('');
}
