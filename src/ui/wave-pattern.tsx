import styles from './wave-pattern.module.css';

/** FNV-1a over UTF-16 units: the same text always makes the same waves. */
function hash(text: string): number {
  let value = 2166136261;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 16777619);
  }
  return value >>> 0;
}

/** Generates pseudo-random numbers from 0 to 1 (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const tenths = (value: number): number => Math.round(value * 10) / 10;

function wavePath(seed: string, width: number, height: number): string {
  const next = numbersFrom(hash(seed));
  let path = '';
  for (let line = 0; line < 12; line += 1) {
    path += `M0 ${tenths((height * (line + 0.5)) / 12)}`;
    for (let crest = 0; crest < 8; crest += 1) {
      path += `q${tenths(width / 32)} ${tenths(-6 - next() * 6)} ${tenths(width / 16)} 0t${tenths(width / 16)} 0`;
    }
  }
  return path;
}

/** A decorative replacement for missing pictures, and the background of empty states. */
export function WavePattern({
  seed,
  width,
  height,
  className,
}: {
  seed: string;
  width: number;
  height: number;
  className?: string;
}) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <rect width={width} height={height} className={styles.ground} />
      <path d={wavePath(seed, width, height)} className={styles.waves} />
    </svg>
  );
}
