import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin'];
const PROGRAMS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Returns the path of a Chromium on this machine: CHROMIUM_PATH, one in the usual places or on the path, or one that
 * Playwright downloaded earlier. Undefined if there is none.
 */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!isProgram(named)) throw new Error(`CHROMIUM_PATH: ${named} is not a program.`);
    return named;
  }
  return inFolders(NAMES) ?? PROGRAMS.find(isProgram) ?? findDownloaded();
}

/**
 * Finds a headless-only Chromium, which takes a quarter less time for each page. It lays out and times a page slightly
 * differently, so tests that measure a page need the full browser. Undefined if there is none, or if
 * CHROMIUM_PATH names the browser to use.
 */
export const findHeadlessShell = () => (process.env.CHROMIUM_PATH ? undefined : inFolders(['chromium-headless-shell']));

function inFolders(names) {
  const folders = [...FOLDERS, ...(process.env.PATH ?? '').split(path.delimiter)];
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find(isProgram);
}

function isProgram(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Finds the newest browser that Playwright downloaded; each build has its own folder. */
function findDownloaded() {
  const home = os.homedir();
  const caches = [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    path.join(home, '.cache/ms-playwright'),
    path.join(home, 'Library/Caches/ms-playwright'),
  ].filter(Boolean);
  const inside = [
    'chrome-linux64/chrome',
    'chrome-linux/chrome',
    'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  ];
  return caches
    .filter((cache) => fs.existsSync(cache))
    .flatMap((cache) => buildsIn(cache).flatMap((build) => inside.map((file) => path.join(cache, build, file))))
    .find(isProgram);
}

const buildsIn = (cache) =>
  fs
    .readdirSync(cache)
    .filter((name) => /^chromium-\d+$/.test(name))
    .sort((one, other) => Number(other.slice(9)) - Number(one.slice(9)));
