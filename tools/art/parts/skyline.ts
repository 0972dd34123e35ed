import type { Random } from '../seeded-random.ts';
import { at } from '../svg.ts';

/** Where a row of houses stands: from `left` over `width`, on `ground`, about `tall` high. */
export interface SkylinePlace {
  readonly left: number;
  readonly width: number;
  readonly ground: number;
  readonly tall: number;
}

type Skyline = (random: Random, place: SkylinePlace) => string;

/** Stepped gables, one narrow house beside the other. */
const gables: Skyline = (random, { left, width, ground, tall }) => {
  let path = '';
  for (let x = left; x < left + width; ) {
    const house = width * (0.075 + random() * 0.03);
    const high = tall * (0.45 + random() * 0.4);
    const step = house / 7;
    const top = ground - high;
    const s = at(step);
    const ridge = `h${s}v${at(-step)}h${s}v${at(-step)}h${s}v${at(-step * 1.2)}h${s}v${at(step * 1.2)}h${s}v${s}h${s}v${s}h${s}`;
    path += `M${at(x)} ${at(ground)}V${at(top + step * 3)}${ridge}V${at(ground)}Z`;
    x += house + width * 0.004;
  }
  return path;
};

/** Plain houses, every other one with a pitched roof. */
const blocks: Skyline = (random, { left, width, ground, tall }) => {
  let path = '';
  for (let x = left; x < left + width; ) {
    const house = width * (0.05 + random() * 0.06);
    const high = tall * (0.5 + random() * 0.5);
    const half = at(house / 2);
    const roof = random() > 0.5 ? `l${half} ${at(-house * 0.45)}l${half} ${at(house * 0.45)}` : `h${at(house)}`;
    path += `M${at(x)} ${at(ground)}V${at(ground - high)}${roof}V${at(ground)}Z`;
    x += house + width * 0.006;
  }
  return path;
};

/** A cathedral with twin spires among low houses. */
const spires: Skyline = (random, place) => {
  const { left, width, ground, tall } = place;
  const middle = left + width * 0.5;
  const tower = width * 0.075;
  const towers = [-1, 1].map((side) => {
    const x = middle + side * tower * 0.62;
    const edge = at(x - tower * 0.42);
    const tip = `L${at(x)} ${at(ground - tall * 1.12)}l${at(tower * 0.3)} ${at(tall * 0.47)}`;
    return `M${edge} ${at(ground)}V${at(ground - tall * 0.62)}L${edge} ${at(ground - tall * 0.7)}l${at(tower * 0.12)} ${at(tall * 0.05)}${tip}l${at(tower * 0.12)} ${at(-tall * 0.05)}V${at(ground)}Z`;
  });
  const nave = `M${at(middle - tower * 1.1)} ${at(ground)}V${at(ground - tall * 0.42)}L${at(middle)} ${at(ground - tall * 0.58)}L${at(middle + tower * 1.1)} ${at(ground - tall * 0.42)}V${at(ground)}Z`;
  return `${blocks(random, { ...place, tall: tall * 0.5 })}${towers.join('')}${nave}`;
};

/** A slim town hall tower above gabled houses. */
const tower: Skyline = (random, place) => {
  const { left, width, ground, tall } = place;
  const houses = gables(random, { ...place, tall: tall * 0.66 });
  const x = left + width * 0.55;
  const half = width * 0.03;
  const shoulder = at(ground - tall * 0.7);
  const belfry = at(ground - tall * 0.86);
  const ledge = `h${at(half * 0.4)}`;
  return `${houses}M${at(x - half)} ${at(ground)}V${shoulder}${ledge}V${belfry}L${at(x)} ${at(ground - tall * 1.2)}L${at(x + half * 0.6)} ${belfry}V${shoulder}${ledge}V${at(ground)}Z`;
};

export const skylines = { gables, blocks, spires, tower } as const;
export type SkylineName = keyof typeof skylines;
