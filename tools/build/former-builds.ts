import fs from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

/** Names of files below a build's folder, such as `assets/entry-BdvvacCV.js`. */
type FilesOfBuild = readonly string[];

/** The number of earlier builds that keep their files. They use little disk, because most files stay the same. */
const KEPT_BUILDS = 5;

/** This file in a build's folder records the files of the last builds, newest first. */
const RECORD = '.builds.json';

/**
 * Keeps the files of the last builds next to those of the new one; changed files have new names. A server that still
 * runs, a cached page and an open tab request old files long after a build. Removes the files of older builds.
 */
export function keepFormerBuilds(): Plugin {
  return {
    name: 'keep-former-builds',
    apply: 'build',
    config: () => ({ build: { emptyOutDir: false } }),
    async writeBundle(options, bundle) {
      await forgetOldBuilds(options.dir!, Object.keys(bundle));
    },
  };
}

/** Removes from `folder` the assets that neither `built` nor one of the previous builds has. */
export async function forgetOldBuilds(folder: string, built: FilesOfBuild): Promise<void> {
  const newest = built.filter((name) => name.startsWith('assets/')).sort();
  const onDisk = (await fs.readdir(path.join(folder, 'assets'))).map((name) => `assets/${name}`);
  const former = (await recordedBuilds(folder)) ?? [onDisk.map(uncompressedName)];
  const others = former.filter((build) => build.join() !== newest.join());
  const builds = [newest, ...others.slice(0, KEPT_BUILDS)];
  const kept = new Set(builds.flat());
  const old = onDisk.filter((name) => !kept.has(uncompressedName(name)));
  await fs.writeFile(path.join(folder, RECORD), `${JSON.stringify(builds)}\n`);
  await Promise.all(old.map((name) => fs.rm(path.join(folder, name), { force: true })));
}

/** Returns null if the folder has no readable record. */
async function recordedBuilds(folder: string): Promise<FilesOfBuild[] | null> {
  try {
    return JSON.parse(await fs.readFile(path.join(folder, RECORD), 'utf8'));
  } catch {
    return null;
  }
}

const uncompressedName = (name: string): string => name.replace(/\.(br|gz)$/, '');
