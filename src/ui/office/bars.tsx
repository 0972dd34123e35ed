import type { ReactNode } from 'react';
import { useHref } from 'react-router';
import { Link } from '../link.tsx';
import styles from './bars.module.css';

interface Bar {
  key: string;
  /** The day, as named in the table. */
  label: string;
  /** A label below the bar, with a second line if it has a small text; only some bars have one. */
  mark?: ReactNode;
  value: number;
  /** The value a year earlier; null if it is unknown. */
  before: number | null;
  /** The address of the day's list, inside the office. */
  to?: string;
  /** Whether the day is not over yet. */
  isNow?: boolean;
}

export interface BarsProps {
  bars: readonly Bar[];
  format: (value: number) => string;
  /** Formats numbers for the scale, such as "8k". */
  formatShort: (value: number) => string;
  /** Texts of the table and of the button that opens it. Absent where the page has a table of the same figures. */
  table?: { summary: string; day: string; value: string; before: string };
}

/** The width of the picture's own grid, which is stretched to the width of the page. */
const WIDTH = 1_000;
const HEIGHT = 150;
const STEPS = 3;

/**
 * Bars by day, with last year as a line. The picture is only for sighted people with a mouse; the table below it has
 * the same numbers and links for everybody else.
 */
export function Bars({ bars, format, formatShort, table }: BarsProps) {
  const base = useHref('/').replace(/\/$/, '');
  const top = niceTop(Math.max(1, ...bars.flatMap(({ value, before }) => [value, before ?? 0])));
  const y = (value: number) => HEIGHT - (HEIGHT * value) / top;
  const step = WIDTH / Math.max(1, bars.length);
  const line = bars.flatMap(({ before }, index) => (before === null ? [] : [`${step * (index + 0.5)},${y(before)}`]));
  const scale = Array.from({ length: STEPS + 1 }, (_, index) => (top * index) / STEPS);
  return (
    <>
      <div className={styles.chart} aria-hidden="true">
        <div className={styles.scale}>
          {scale.toReversed().map((value) => (
            <span key={value}>{formatShort(value)}</span>
          ))}
        </div>
        <svg
          className={styles.picture}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {scale.map((value) => (
            <line
              key={value}
              x1={0}
              x2={WIDTH}
              y1={y(value)}
              y2={y(value)}
              className={value === 0 ? styles.ground : styles.rule}
            />
          ))}
          {bars.map((bar, index) => (
            <BarShape key={bar.key} href={bar.to && `${base}${bar.to}`} words={`${bar.label}: ${format(bar.value)}`}>
              <rect x={step * index} width={step} y={0} height={HEIGHT} fill="transparent" />
              <rect
                x={step * (index + 0.14)}
                width={step * 0.72}
                y={y(bar.value)}
                height={HEIGHT - y(bar.value)}
                className={bar.isNow ? styles.now : styles.bar}
              />
            </BarShape>
          ))}
          {line.length > 1 && <polyline points={line.join(' ')} className={styles.before} />}
        </svg>
        {table && line.length > 1 && <p className={styles.legend}>{table.before}</p>}
        <div className={styles.marks}>
          {bars.map(
            ({ key, mark }, index) =>
              mark !== undefined && (
                <span key={key} style={{ insetInlineStart: `${(100 * (index + 0.5)) / bars.length}%` }}>
                  {mark}
                </span>
              ),
          )}
        </div>
      </div>
      {table && (
        <details className={styles.table}>
          <summary>{table.summary}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
          <section className={styles.scroll} tabIndex={0} aria-label={table.summary}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{table.day}</th>
                  <th scope="col">{table.value}</th>
                  {line.length > 0 && <th scope="col">{table.before}</th>}
                </tr>
              </thead>
              <tbody>
                {bars.map(({ key, label: day, value, before, to }) => (
                  <tr key={key}>
                    <th scope="row">{to === undefined ? day : <Link to={to}>{day}</Link>}</th>
                    <td>{format(value)}</td>
                    {line.length > 0 && <td>{before === null ? '' : format(before)}</td>}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </details>
      )}
    </>
  );
}

interface BarShapeProps {
  href: string | undefined;
  words: string;
  children: ReactNode;
}

/** A bar whose link can only be followed by mouse. */
const BarShape = ({ href, words, children }: BarShapeProps) =>
  href === undefined ? (
    <g>
      <title>{words}</title>
      {children}
    </g>
  ) : (
    <a href={href} tabIndex={-1}>
      <title>{words}</title>
      {children}
    </a>
  );

/** Returns 1.2, 1.5, 3 or 6 times a power of ten, so that a third of it is a round number. */
export function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const nice = [1.2, 1.5, 3, 6, 12].find((one) => one * power >= value) ?? 12;
  return nice * power;
}
