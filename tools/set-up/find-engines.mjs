import fs from 'node:fs';
import path from 'node:path';

/** Browser engines other than Chromium: the Debian packages, and a function that finds the program. */
export const ENGINES = {
  firefox: {
    name: 'Firefox',
    packages: ['firefox-esr', 'xvfb'],
    find: () => onPath('firefox-esr') ?? onPath('firefox'),
  },
  webkit: {
    name: 'WebKitGTK',
    packages: ['webkit2gtk-driver', 'xvfb'],
    find: () => (onPath('WebKitWebDriver') ? findMiniBrowser() : undefined),
  },
};

/** Returns the path of an engine's program; undefined if it or the virtual display (Xvfb) is missing. */
export const findEngine = (engine) => (onPath('Xvfb') ? ENGINES[engine].find() : undefined);

function onPath(program) {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, program)).find((file) => fs.existsSync(file));
}

/** Finds the browser that comes with the library, in the folder of the machine's architecture. The newest wins. */
function findMiniBrowser() {
  const libraries = '/usr/lib';
  return foldersIn(libraries)
    .flatMap((folder) => foldersIn(folder).filter((name) => /\/webkit2?gtk-[\d.]+$/.test(name)))
    .map((folder) => path.join(folder, 'MiniBrowser'))
    .filter((file) => fs.existsSync(file))
    .sort()
    .at(-1);
}

const foldersIn = (parent) =>
  fs
    .readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(parent, entry.name));
