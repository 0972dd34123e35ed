import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { forgetOldBuilds } from './former-builds.ts';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'former-builds-'));
  fs.mkdirSync(path.join(folder, 'assets'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const write = (...names: string[]) => {
  for (const name of names) fs.writeFileSync(path.join(folder, 'assets', name), name);
};

/** Makes a build of these files, each with a compressed copy. */
async function build(...names: string[]): Promise<void> {
  write(...names.flatMap((name) => [name, `${name}.br`, `${name}.gz`]));
  await forgetOldBuilds(folder, ['.vite/manifest.json', ...names.map((name) => `assets/${name}`)]);
}

const onDisk = () => fs.readdirSync(path.join(folder, 'assets')).filter((name) => !/\.(br|gz)$/.test(name));

test('after two builds, the files of both exist, including compressed copies', async () => {
  await build('entry-1.js', 'style.css');
  await build('entry-2.js', 'style.css');
  expect(fs.readdirSync(path.join(folder, 'assets'))).toEqual([
    ...['entry-1.js', 'entry-1.js.br', 'entry-1.js.gz'],
    ...['entry-2.js', 'entry-2.js.br', 'entry-2.js.gz'],
    ...['style.css', 'style.css.br', 'style.css.gz'],
  ]);
});

test('after six later builds, the files of a build are removed, except those that a later build still has', async () => {
  await build('entry-0.js', 'style.css');
  for (const number of [1, 2, 3, 4, 5]) await build(`entry-${number}.js`, 'style.css');
  expect(onDisk()).toContain('entry-0.js');
  await build('entry-6.js', 'style.css');
  expect(onDisk()).toEqual([...[1, 2, 3, 4, 5, 6].map((number) => `entry-${number}.js`), 'style.css']);
});

test('building the same sources repeatedly removes no files of the build before them', async () => {
  await build('entry-1.js');
  for (let times = 0; times < 10; times += 1) await build('entry-2.js');
  expect(onDisk()).toEqual(['entry-1.js', 'entry-2.js']);
});

test('the content of a folder without a readable record of builds counts as one build', async () => {
  write('entry-1.js', 'entry-1.js.br');
  await build('entry-2.js');
  expect(onDisk()).toEqual(['entry-1.js', 'entry-2.js']);
  fs.writeFileSync(path.join(folder, '.builds.json'), '[["assets/entr');
  await build('entry-3.js');
  expect(onDisk()).toEqual(['entry-1.js', 'entry-2.js', 'entry-3.js']);
});
