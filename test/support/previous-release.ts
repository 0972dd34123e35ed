import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const PROJECT = path.resolve(import.meta.dirname, '../..');
const execute = promisify(execFile);

/** Returns the last commit before the newest migration was added, or null without a history that reaches it. */
export async function commitBeforeNewestMigration(): Promise<{ commit: string; migration: string } | null> {
  const git = async (...words: string[]) => (await execute('git', words, { cwd: PROJECT })).stdout.trim();
  try {
    const added = await git('log', '-1', '--diff-filter=A', '--name-only', '--format=%H', '--', 'db/migrations/*.sql');
    const [commit, ...files] = added.split('\n').filter(Boolean);
    return { commit: await git('rev-parse', `${commit}^`), migration: files.map((file) => path.basename(file)).join() };
  } catch {
    return null;
  }
}

/** Builds the program as of that commit in a new folder. */
export async function givenProgramOf(commit: string): Promise<string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'foyer-previous-release-'));
  const archive = path.join(folder, 'source.tar');
  await execute('git', ['archive', '--output', archive, commit], { cwd: PROJECT });
  await execute('tar', ['--extract', '--file', archive, '--directory', folder]);
  const lockOf = (project: string) => fs.readFileSync(path.join(project, 'package-lock.json'), 'utf8');
  // The same packages need no second installation. Otherwise the build installs its own.
  if (lockOf(folder) === lockOf(PROJECT))
    fs.symlinkSync(path.join(PROJECT, 'node_modules'), path.join(folder, 'node_modules'));
  await execute(process.execPath, ['tools/set-up.mjs', 'build'], { cwd: folder, maxBuffer: 100_000_000 });
  return folder;
}
