import { LARK_PATH } from './parts/lark.ts';
import { picture } from './svg.ts';

const SIZE = 96;

/** The shop's mark: a marigold lark on a teal disc. */
export function logo(title: string): string {
  const disc = `<circle cx="48" cy="48" r="48" fill="#0b5d66"/>`;
  const bird = `<path transform="translate(46 50) rotate(-8) scale(1.55)" d="${LARK_PATH}" fill="#ffb84d"/>`;
  return picture(SIZE, SIZE, title, disc + bird);
}
