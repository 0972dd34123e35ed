import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short test files that take a long time to run. */
const LONG = [
  'test/races/office-races',
  'test/races/on-sale',
  'test/races/late-messages',
  'test/races/last-voucher-use',
  'test/model/',
  'test/faults/',
  'test/failover/',
  'test/gateways/',
  'test/overload/',
  'test/time',
  'test/bench',
  'test/previous-release',
  'src/platform/db/engine',
];

/**
 * Runs the slowest files first, by their time in the last run, or by size if that is unknown. `LONG` files always come
 * first, because a run must not end with one of them alone.
 */
class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.includes(name));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/*
 * There are four kinds of tests, distinguished by the end of the file's name:
 * unit      .test.ts(x)       pure code, nothing started
 * server    .server.test.ts   on a real database, see test/support/database.ts
 * journeys  .journey.ts       the whole system in Chromium
 * browsers  .browsers.ts      the main journeys in Firefox and WebKitGTK, see test/engines
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongOnesFirst },
    // Like the other limits below, this only ends a wait for something that never happens.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts', 'test/{support,stand-ins}/**/*.test.ts'],
          exclude: ['**/*.server.test.ts'],
          isolate: false,
          setupFiles: ['test/support/more-rounds.ts'],
          // Wall time says little on a busy machine. This only ends tests that hang.
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['src/**/*.server.test.ts', 'test/**/*.server.test.ts', 'tools/**/*.server.test.ts'],
          globalSetup: ['test/support/engine-for-all-tests.ts'],
          setupFiles: ['test/support/more-rounds.ts', 'test/support/quick-passwords.ts'],
          isolate: false,
          // As with `npm start`, Node strips the types and nothing is transformed.
          experimental: { viteModuleRunner: false },
          // Some files mostly wait, for a process to start or a peer to time out. Meanwhile another file runs.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
          // Ends tests that hang. On a busy machine, two dozen orders in a row can take half a minute.
          testTimeout: 60_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['test/**/*.journey.ts'],
          globalSetup: ['test/support/engine-for-all-tests.ts'],
          isolate: false,
          experimental: { viteModuleRunner: false },
          // A visitor mostly waits, so two at a time keep two processors busy.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browsers',
          include: ['test/**/*.browsers.ts'],
          globalSetup: ['test/support/engine-for-all-tests.ts'],
          isolate: false,
          experimental: { viteModuleRunner: false },
          // Each test opens a browser. One in each engine keeps two processors busy.
          maxWorkers: 1,
          maxConcurrency: 2,
          sequence: { groupOrder: 3 },
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
