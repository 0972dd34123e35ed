// node tools/set-up/complete-lock.mjs: run it after a change of packages if the test of the lock file asks for it.
//
// npm leaves an optional package out of package-lock.json when the registry in use does not have it, which happens with
// mirrors and packages for other platforms; `npm ci` then refuses the file everywhere. This writes the missing entries.
// They have no checksum, because the packages could not be fetched; the packages for our test platforms have one.
import fs from 'node:fs';
import { inProject } from './project.mjs';

/**
 * Returns the optional packages that a package requires and the lock file lacks: name, version, and the package that
 * requires them.
 */
export function missingOptional(lock) {
  const missing = new Map();
  for (const [place, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (!isFound(lock, place, name)) missing.set(name, { name, version, wantedBy: place, isDev: entry.dev === true });
    }
  }
  return [...missing.values()];
}

/** True if Node would find the package: next to the package that requires it, then further up. */
function isFound(lock, place, name) {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const prefix = folder === '' ? '' : `${folder}/`;
    if (lock.packages[`${prefix}node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}

const PLATFORMS = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'aix',
  'win32',
];
const PROCESSORS = ['arm64', 'arm', 'x64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x'];

function entryFor({ name, version, isDev }) {
  const words = name.split(/[-/]/);
  const os = PLATFORMS.find((platform) => words.includes(platform));
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  const libc = words.includes('musl') ? 'musl' : undefined;
  if (!os || !cpu || !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    throw new Error(`No entry can be written for ${name} ${version}.`);
  return { version, cpu: [cpu], ...(isDev && { dev: true }), ...(libc && { libc: [libc] }), optional: true, os: [os] };
}

if (process.argv[1] === import.meta.filename) {
  const file = inProject('package-lock.json');
  const lock = JSON.parse(fs.readFileSync(file, 'utf8'));
  const missing = missingOptional(lock);
  for (const package_ of missing) lock.packages[`node_modules/${package_.name}`] = entryFor(package_);
  const [own, ...others] = Object.entries(lock.packages);
  others.sort(([one], [other]) => one.localeCompare(other, 'en'));
  lock.packages = Object.fromEntries([own, ...others]);
  fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`Wrote ${missing.length} missing entries: ${missing.map(({ name }) => name).join(', ')}`);
}
