import browserslist from 'browserslist';

/** The names in MDN's compatibility data, by their names in browserslist. */
const MDN_NAMES: Record<string, string> = {
  chrome: 'chrome',
  and_chr: 'chrome_android',
  edge: 'edge',
  firefox: 'firefox',
  and_ff: 'firefox_android',
  safari: 'safari',
  ios_saf: 'safari_ios',
  samsung: 'samsunginternet_android',
  android: 'webview_android',
};

/** The names in the build's target. The other browsers use the engine of one of these. */
const TARGET_NAMES: Record<string, string> = {
  chrome: 'chrome',
  edge: 'edge',
  firefox: 'firefox',
  safari: 'safari',
  ios_saf: 'ios',
};

export const compareVersions = (one: string, other: string): number =>
  one.localeCompare(other, 'en', { numeric: true });

/** Returns the oldest version of every browser that `browserslist` in package.json names, by its name there. */
function oldestVersions(): [name: string, version: string][] {
  const oldest = new Map<string, string>();
  for (const browser of browserslist(undefined, { mobileToDesktop: true })) {
    const [name = '', versions = ''] = browser.split(' ');
    // Several releases may share a line, such as "18.5-18.7".
    const version = versions.split('-')[0]!.replace(/\.0$/, '');
    const known = oldest.get(name);
    if (!known || compareVersions(version, known) < 0) oldest.set(name, version);
  }
  return [...oldest];
}

export const buildTargets = (): string[] =>
  oldestVersions().flatMap(([name, version]) => (TARGET_NAMES[name] ? [TARGET_NAMES[name] + version] : []));

/**
 * Returns the oldest supported version of each browser, by its name in MDN's data. Throws if a name is unknown there.
 */
export function supportedBrowsers(): ReadonlyMap<string, string> {
  return new Map(
    oldestVersions().map(([name, version]) => {
      const known = MDN_NAMES[name];
      if (!known) throw new Error(`browserslist in package.json names "${name}", for which there is no data`);
      return [known, version];
    }),
  );
}
