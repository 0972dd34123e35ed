import { gzipSync } from 'node:zlib';

/** Sizes are in bytes after gzip unless noted otherwise. */
interface Budgets {
  readonly firstScripts: number;
  readonly stylesheets: number;
  readonly largestLazyScript: number;
  /** The texts of one language, which grow with every page. */
  readonly texts: number;
  /** The plain size, because font files are already compressed. */
  readonly fonts: number;
  readonly fontFiles: number;
}

const FONTS = { fonts: 42_000, fontFiles: 2 };

/** The budgets for a customer. */
export const budgets: Budgets = {
  firstScripts: 120_000,
  stylesheets: 20_000,
  largestLazyScript: 17_000,
  texts: 25_000,
  ...FONTS,
};

/** The budgets for staff, who load the office once a day on a computer at work. */
export const officeBudgets: Budgets = {
  firstScripts: 160_000,
  stylesheets: 22_000,
  largestLazyScript: 15_000,
  texts: 44_000,
  ...FONTS,
};

export interface BuiltFiles {
  /** Scripts that every page loads. */
  readonly firstScripts: readonly Uint8Array[];
  /** Scripts that are loaded on demand, by name. */
  readonly lazyScripts: Readonly<Record<string, Uint8Array>>;
  readonly stylesheets: readonly Uint8Array[];
  readonly fonts: readonly Uint8Array[];
}

export interface SizeLine {
  readonly what: string;
  readonly count: number;
  readonly size: number;
  readonly budget: number;
}

const gzipped = (bytes: Uint8Array): number => gzipSync(bytes, { level: 9 }).length;
const total = (sizes: readonly number[]): number => sizes.reduce((all, size) => all + size, 0);

/** Built from `src/languages/<language>/shop.json` or `office.json`: the name and a digest of eight characters. */
const TEXTS = /\/(shop|office)-[\w-]{8}\.js$/;

/**
 * Returns the sizes with their budgets. Throws if there is nothing to measure, because the check would then always
 * pass.
 */
export function sizesOf(files: BuiltFiles, limits: Budgets = budgets): SizeLine[] {
  if (files.firstScripts.length === 0 || files.stylesheets.length === 0)
    throw new Error('The build has no files to measure');
  const sizesWhere = (isTexts: boolean) =>
    Object.entries(files.lazyScripts)
      .filter(([name]) => TEXTS.test(name) === isTexts)
      .map(([, script]) => gzipped(script));
  const [lazy, texts] = [sizesWhere(false), sizesWhere(true)];
  return [
    line(
      'scripts of the first load',
      files.firstScripts.length,
      total(files.firstScripts.map(gzipped)),
      limits.firstScripts,
    ),
    line('stylesheets', files.stylesheets.length, total(files.stylesheets.map(gzipped)), limits.stylesheets),
    line('largest script on demand', lazy.length, Math.max(0, ...lazy), limits.largestLazyScript),
    line('texts of one language', texts.length, Math.max(0, ...texts), limits.texts),
    line('fonts', files.fonts.length, total(files.fonts.map((font) => font.length)), limits.fonts),
    line('font files', files.fonts.length, files.fonts.length, limits.fontFiles),
  ];
}

const line = (what: string, count: number, size: number, budget: number): SizeLine => ({ what, count, size, budget });

export const exceeded = (lines: readonly SizeLine[]): SizeLine[] => lines.filter(({ size, budget }) => size > budget);
