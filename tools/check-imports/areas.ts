/** The row of a `src/` file in the import table of docs/architecture.md. */
export type Area =
  | { kind: 'kernel' | 'wire' | 'platform' | 'browser' | 'ui' | 'apps' }
  | { kind: 'domain' | 'contract' | 'server' | 'shop' | 'office' | 'words' | 'feature-root'; feature: string };

const FEATURE_PARTS = new Set(['domain', 'words', 'server', 'shop', 'office'] as const);
type FeaturePart = typeof FEATURE_PARTS extends Set<infer Part> ? Part : never;

/** Returns undefined for a file that belongs to no area. `path` is relative to `src/`. */
export function areaOf(path: string): Area | undefined {
  const [top, second = '', third = ''] = path.split('/');
  switch (top) {
    case 'kernel':
    case 'wire':
    case 'platform':
    case 'browser':
    case 'ui':
    case 'apps':
      return { kind: top };
    case 'features':
      if (/^(contract\.ts|office-contract(\.ts)?)$/.test(third)) return { kind: 'contract', feature: second };
      if (FEATURE_PARTS.has(third as FeaturePart)) return { kind: third as FeaturePart, feature: second };
      return { kind: 'feature-root', feature: second };
    default:
      return undefined;
  }
}

/** Tests and the builders next to them may import anything that they set up. */
export const isTestFile = (path: string): boolean =>
  /\.test\.tsx?$|(^|\/)testing\.tsx?$|(^|\/)fixtures?(\.tsx?$|\/)/.test(path);

/** True for code that runs in a browser. */
export function isBrowserSide(path: string): boolean {
  const area = areaOf(path);
  if (!area) return false;
  if (area.kind === 'apps') return /^apps\/(shop|office|gallery)\//.test(path);
  return ['browser', 'ui', 'words', 'shop', 'office'].includes(area.kind);
}

/** True for code that must give the same answer for the same input, wherever and whenever it runs. */
export const isPure = (path: string): boolean => ['kernel', 'domain', 'words'].includes(areaOf(path)?.kind ?? '');
