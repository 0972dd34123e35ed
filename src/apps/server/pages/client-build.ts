import fs from 'node:fs';
import path from 'node:path';

/** Addresses of the files that pages load. */
export interface ClientBuild {
  readonly script: string;
  /** Files that the script imports; they are in the page's head so that the browser loads them immediately. */
  readonly scriptImports: readonly string[];
  /** All scripts, including those loaded on demand. */
  readonly scripts: readonly string[];
  readonly stylesheets: readonly string[];
  /** Fonts for Latin text. */
  readonly fonts: readonly string[];
  /** Returns the further scripts of an on-demand page by its module: `src/apps/shop/pages/portal/portal-page.tsx`. */
  chunksOf(module: string): readonly string[];
}

interface ManifestChunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
  assets?: string[];
}
type Manifest = Record<string, ManifestChunk>;

const SHOP_ENTRY = 'src/apps/shop/entry-client.tsx';

/** Reads the build in `clientDir`. Throws if there is none. `entryModule` is the entry's name in the manifest. */
export function readClientBuild(clientDir: string, entryModule = SHOP_ENTRY): ClientBuild {
  const manifest: Manifest = JSON.parse(fs.readFileSync(path.join(clientDir, '.vite/manifest.json'), 'utf8'));
  return clientBuildOf(manifest, entryModule);
}

export function clientBuildOf(manifest: Manifest, entryModule = SHOP_ENTRY): ClientBuild {
  const entry = manifest[entryModule];
  if (!entry) throw new Error(`The build of the application has no ${entryModule}`);
  const address = (file: string) => `/${file}`;
  const withImports = (key: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(key) || !manifest[key]) return seen;
    seen.add(key);
    for (const imported of manifest[key].imports ?? []) withImports(imported, seen);
    return seen;
  };
  const first = withImports(entryModule);
  const filesOf = (keys: Iterable<string>) => [...keys].map((key) => address(manifest[key]!.file));
  const all = Object.values(manifest);
  const stylesheets = new Set(
    all.flatMap((chunk) => [...(chunk.css ?? []), ...(chunk.file.endsWith('.css') ? [chunk.file] : [])]),
  );
  const assets = new Set(all.flatMap((chunk) => [...(chunk.assets ?? []), chunk.file]));
  return {
    script: address(entry.file),
    scriptImports: filesOf([...first].filter((key) => key !== entryModule)),
    scripts: all.map(({ file }) => address(file)).filter((file) => file.endsWith('.js')),
    stylesheets: [...stylesheets].map(address),
    fonts: [...assets].filter((file) => /-latin-(wght|750)-normal-[^/]*\.woff2$/.test(file)).map(address),
    chunksOf: (module) => filesOf([...withImports(module)].filter((key) => !first.has(key))),
  };
}
