import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, test, vi } from 'vitest';
import { newEngineFolder } from '../../../test/support/engine-folder.ts';
import { chooseDataFolder } from './data-folder.ts';
import { type Engine, type EngineOptions, openEngine } from './engine.ts';

// Every test makes its own database, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const PROJECT = path.resolve(import.meta.dirname, '../../..');
const isRoot = process.getuid?.() === 0;

let folder: string;
let dataDir: string;
let engines: Engine[];
let processes: ChildProcess[];

beforeEach(() => {
  folder = newEngineFolder();
  dataDir = path.join(folder, 'data');
  engines = [];
  processes = [];
});

afterEach(async () => {
  for (const child of processes) child.kill('SIGKILL');
  for (const engine of engines) await engine.stop();
  await pause(100);
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

let made: string | undefined;
afterAll(() => made && fs.rmSync(made, { recursive: true, force: true }));

/** Copies a used data folder. It is made only once, because its hundred megabytes of files must be written to disk. */
async function givenUsedFolder(): Promise<void> {
  if (!made) {
    made = newEngineFolder();
    const engine = await openEngine({ dataDir: path.join(made, 'data') });
    await engine.stop();
  }
  const copied = spawnSync('cp', ['-a', path.join(made, 'data'), dataDir], { encoding: 'utf8' });
  assert.equal(copied.status, 0, copied.stderr);
}

async function open(options: Partial<EngineOptions> = {}): Promise<Engine> {
  const engine = await openEngine({ dataDir, ...options });
  engines.push(engine);
  return engine;
}

async function query<Row extends pg.QueryResultRow>(engine: Engine, text: string): Promise<Row[]> {
  const client = new pg.Client(engine.connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Starts a process that writes until it is killed, and collects what it prints. */
function startWriter(): { child: ChildProcess; output: () => string; until: (pattern: RegExp) => Promise<void> } {
  const child = spawn(process.execPath, [path.join(PROJECT, 'test/support/engine-writer.ts'), dataDir], {
    cwd: PROJECT,
  });
  processes.push(child);
  let output = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  return {
    child,
    output: () => output,
    async until(pattern) {
      for (let tries = 0; !pattern.test(output); tries += 1) {
        if (tries > 5_000 || child.exitCode !== null)
          throw new Error(`The writer never printed ${pattern}:\n${output}`);
        await pause(10);
      }
    },
  };
}

const lastAcknowledged = (output: string) =>
  Number(
    output
      .split('\n')
      .slice(0, -1)
      .filter((line) => /^\d+$/.test(line))
      .at(-1),
  );

const ended = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? undefined
    : new Promise((resolve) => child.once('exit', resolve));

const engineFolder = () => path.join(dataDir, 'postgres');
const serverPid = () =>
  Number(fs.readFileSync(path.join(engineFolder(), 'pg18/postmaster.pid'), 'utf8').split('\n')[0]);
const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe.skipIf(process.env.TEST_ENGINE)('the embedded engine', () => {
  test('data survives a restart; every commit is synced, no port is open, and folders are private', async () => {
    const first = await open();
    await query(first, 'create table a (n int)');
    await query(first, 'insert into a values (7)');
    await first.stop();
    const second = await open();
    assert.deepEqual(await query(second, 'select n from a'), [{ n: 7 }]);
    const settings = await query<{ name: string; setting: string }>(
      second,
      "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'server_encoding') order by name",
    );
    assert.deepEqual(Object.fromEntries(settings.map(({ name, setting }) => [name, setting])), {
      fsync: 'on',
      full_page_writes: 'on',
      listen_addresses: '',
      server_encoding: 'UTF8',
      synchronous_commit: 'on',
    });
    for (const closed of ['', 'pg18', 'run']) {
      assert.equal(fs.statSync(path.join(engineFolder(), closed)).mode & 0o077, 0, closed);
    }
    assert.match(second.describe, /^PostgreSQL 18\.\d+, embedded, in .*\/pg18$/);
  });

  test('killing the application while it writes loses nothing acknowledged and leaves no server', async () => {
    await givenUsedFolder();
    let acknowledged = 0;
    for (let round = 0; round < 5; round += 1) {
      const writer = startWriter();
      await writer.until(/^ready \d+\n(\d+\n){20}/m);
      const server = serverPid();
      writer.child.kill('SIGKILL');
      await ended(writer.child);
      acknowledged = lastAcknowledged(writer.output());
      // The next round starts at once, while this round's server is still stopping.
      if (round === 4) {
        for (let tries = 0; isRunning(server) && tries < 5_000; tries += 1) await pause(10);
        assert.equal(isRunning(server), false);
      }
    }
    const engine = await open();
    const [row] = await query<{ most: number; many: number }>(
      engine,
      'select max(n) as most, count(*)::int as many from rows',
    );
    assert.ok(row!.most >= acknowledged && acknowledged > 100, `${row!.most} of ${acknowledged}`);
    assert.equal(row!.many, row!.most);
  });

  test('the next start ends a server whose application and guard were killed together', async () => {
    await givenUsedFolder();
    const writer = startWriter();
    await writer.until(/^5$/m);
    const server = serverPid();
    // Kills the guard and its watcher, like a careless "kill everything called sh", so that only the server survives.
    const guards = childrenOf(writer.child.pid!).flatMap((guard) => [
      guard,
      ...childrenOf(guard).filter((pid) => pid !== server),
    ]);
    for (const pid of [...guards, ...guards.flatMap(childrenOf)])
      if (pid !== server && isRunning(pid)) killQuietly(pid);
    writer.child.kill('SIGKILL');
    await ended(writer.child);
    const lines: string[] = [];
    const engine = await open({ print: (line) => lines.push(line) });
    const [row] = await query<{ most: number }>(engine, 'select max(n) as most from rows');
    assert.ok(row!.most >= lastAcknowledged(writer.output()));
    assert.notEqual(serverPid(), server);
  });

  test('a server that is killed while its application runs is started again at the same address', async () => {
    await givenUsedFolder();
    const lines: string[] = [];
    const engine = await open({ print: (line) => lines.push(line) });
    await query(engine, 'create table a (n int)');
    process.kill(serverPid(), 'SIGKILL');
    let rows: unknown;
    for (let tries = 0; tries < 1_000 && !rows; tries += 1) {
      await pause(50);
      rows = await query(engine, 'select n from a').catch(() => undefined);
    }
    assert.deepEqual(rows, []);
    assert.match(lines.join('\n'), /stopped unexpectedly and is being restarted/);
  });

  test('a second shop on the same data is refused plainly, and the command line shares the server', async () => {
    await givenUsedFolder();
    const first = await open();
    await assert.rejects(open(), {
      name: 'StartProblem',
      message: /The data folder is in use: another shop runs on .*pg18/,
    });
    const shared = await open({ shareRunning: true });
    assert.deepEqual(await query(shared, 'select 1 as one'), [{ one: 1 }]);
    await shared.stop();
    assert.deepEqual(await query(first, 'select 1 as one'), [{ one: 1 }]);

    // Like a server with a full disk, it runs but accepts no new connections.
    await query(first, 'alter database postgres allow_connections false');
    await assert.rejects(open({ shareRunning: true }), {
      name: 'StartProblem',
      message:
        /is not accepting new connections\. PostgreSQL says: database "postgres" is not currently accepting connections$/,
    });
  });

  test('of two first starts at the same moment, one shop runs and the other says why it does not', async () => {
    const both = [startWriter(), startWriter()];
    for (const writer of both) writer.until(/^ready /m).catch(() => {});
    const first = await Promise.race(both.map((writer) => ended(writer.child)!.then(() => writer)));
    assert.match(first.output(), /StartProblem: The data folder is in use: another shop runs on/);
    await both.find((writer) => writer !== first)!.until(/^ready \d+\n(\d+\n){5}/m);
  });

  test('after a killed first start, the next one starts over and leaves nothing behind', async () => {
    for (const delay of [30, 120, 250, 400, 600, 900]) {
      const writer = startWriter();
      await pause(delay);
      writer.child.kill('SIGKILL');
      await ended(writer.child);
    }
    const engine = await open();
    assert.deepEqual(await query(engine, 'select 1 as one'), [{ one: 1 }]);
    const others = fs
      .readdirSync(engineFolder())
      .filter((name) => !['pg18', 'run'].includes(name) && !/^engine-[\d.]+(-beta\.\d+)?$/.test(name));
    assert.deepEqual(others, []);
  });

  test('a lock file whose process number belongs to another program does not prevent the start', async () => {
    await givenUsedFolder();
    const engine = await open();
    await engine.stop();
    const stranger = spawn('sleep', ['60']);
    processes.push(stranger);
    const file = path.join(engineFolder(), 'pg18/postmaster.pid');
    fs.writeFileSync(
      file,
      `${stranger.pid}\n${path.join(engineFolder(), 'pg18')}\n1\n5432\n${path.join(engineFolder(), 'run')}\n\n0 0\nready\n`,
    );
    if (isRoot) fs.chownSync(file, fs.statSync(engineFolder()).uid, fs.statSync(engineFolder()).gid);
    assert.deepEqual(await query(await open(), 'select 1 as one'), [{ one: 1 }]);
  });

  test('a data folder with a very long path works, because its socket gets a short one', async () => {
    dataDir = path.join(folder, 'a-long-name-'.repeat(8), 'data');
    const engine = await open();
    assert.ok(Buffer.byteLength(`${engine.connection.host}/.s.PGSQL.5432.lock`) <= 103);
    assert.equal(fs.statSync(engine.connection.host!).mode & 0o777, 0o700);
    assert.deepEqual(await query(engine, 'select 1 as one'), [{ one: 1 }]);
    await engine.stop();
    fs.rmSync(engine.connection.host!, { recursive: true });
  });

  test('files of another major version are refused by name, and left alone', async () => {
    fs.mkdirSync(path.join(engineFolder(), 'pg17'), { recursive: true });
    fs.chmodSync(dataDir, 0o755);
    await assert.rejects(open(), {
      name: 'StartProblem',
      message: /pg17 was written by PostgreSQL 17, and this is PostgreSQL 18/,
    });
    assert.deepEqual(fs.existsSync(path.join(engineFolder(), 'pg18')), false);
  });

  test('POSTGRES_BIN without a server is refused by name', async () => {
    await assert.rejects(open({ postgresBin: '/usr/share' }), {
      message: /POSTGRES_BIN: \/usr\/share contains no executable "postgres"/,
    });
  });

  test.runIf(isRoot)(
    'as root in a private project, the default data folder moves with a note; a set one is refused',
    () => {
      const project = path.join(folder, 'project');
      fs.mkdirSync(project, { mode: 0o700 });
      const systemFolder = path.join(folder, 'system');
      const moved = chooseDataFolder({ wanted: undefined, projectFolder: project, forEngine: true, systemFolder });
      assert.equal(path.dirname(moved.folder), systemFolder);
      assert.match(moved.notes.join(), new RegExp(`The data is in ${moved.folder}: ${project}/data cannot be reached`));
      assert.throws(
        () => chooseDataFolder({ wanted: `${project}/data`, projectFolder: project, forEngine: true }),
        /^StartProblem: DATA_DIR: /,
      );
      const withServer = chooseDataFolder({ wanted: undefined, projectFolder: project, forEngine: false });
      assert.deepEqual(withServer, { folder: `${project}/data`, notes: [] });
    },
  );
});

test('a server that cannot be reached is named without its password', async () => {
  await assert.rejects(
    openEngine({ dataDir, databaseUrl: 'postgresql://shop:hunter2@127.0.0.1:1/shop' }),
    (error: Error) => {
      assert.match(error.message, /^DATABASE_URL: the PostgreSQL server cannot be reached/);
      assert.doesNotMatch(error.message, /hunter2/);
      return true;
    },
  );
});

function childrenOf(pid: number): number[] {
  try {
    return fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {}
}
