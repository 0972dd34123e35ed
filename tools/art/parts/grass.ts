import type { Random } from '../seeded-random.ts';
import { at, steps } from '../svg.ts';

/** The path of one clump of marram: tapering blades that lean the same way. */
export function grass(random: Random, x: number, y: number, length: number, lean: number, blades: number): string {
  return steps(blades)
    .map(() => {
      const long = length * (0.55 + random() * 0.6);
      const angle = lean + (random() - 0.5) * 1.3;
      const tipX = at(x + Math.sin(angle) * long);
      const tipY = at(y - Math.cos(angle) * long);
      const bendX = x + Math.sin(angle * 0.35) * long * 0.62;
      const bendY = at(y - Math.cos(angle * 0.35) * long * 0.62);
      const half = 1.1 + random() * 1.5;
      const up = `M${at(x - half)} ${at(y + 3)}Q${at(bendX - half * 0.5)} ${bendY} ${tipX} ${tipY}`;
      const down = `Q${at(bendX + half * 0.6)} ${bendY} ${at(x + half)} ${at(y + 3)}Z`;
      return up + down;
    })
    .join('');
}
