import assert from 'node:assert/strict';
import { test } from 'vitest';
import { type StepResult, secondTry } from './second-try.mjs';

const file = (name: string, passedTests: string[], failed: string[] = []) => ({
  file: name,
  passed: passedTests.length,
  skipped: 0,
  passedTests,
  failures: failed.map((one) => ({ test: one, message: `${one} came to nothing` })),
});

function found(files: NonNullable<StepResult['files']>, isBroken = false): StepResult {
  const sum = (of: (one: (typeof files)[number]) => number) => files.reduce((all, one) => all + of(one), 0);
  const failed = sum(({ failures }) => failures.length);
  return { passed: sum(({ passed }) => passed), failed: failed || Number(isBroken), skipped: 0, isBroken, files };
}

/** Answers the same whatever is asked, and keeps what was. */
function givenRunner(...answers: StepResult[]) {
  const asked: [string, string[]][] = [];
  const run = async (step: string, files: string[]) => {
    asked.push([step, files]);
    return answers.shift() ?? assert.fail('run once too often');
  };
  return { asked, run };
}

test('given a file that fails first and passes alone, then the run is green, says so, and counts its tests once', async () => {
  const results = new Map([
    ['types', { passed: 3, failed: 0, skipped: 0 }],
    ['server', found([file('a.ts', ['one', 'two'], ['three']), file('b.ts', ['four'])])],
  ]);
  const { asked, run } = givenRunner(found([file('a.ts', ['one', 'two', 'three'])]));
  assert.deepEqual(await secondTry(results, run), [
    { step: 'server', file: 'a.ts', test: 'three', message: 'three came to nothing' },
  ]);
  assert.deepEqual(asked, [['server', ['a.ts']]]);
  assert.equal(results.get('server')!.failed, 0);
  assert.equal(results.get('server')!.passed, 4);
});

test('given a file that fails again, or a test that is left out the second time, then the run stays red', async () => {
  const seconds = [
    found([file('a.ts', ['one'], ['two'])]),
    found([file('a.ts', ['one'])]),
    found([]),
    found([file('a.ts', ['one', 'two'])], true),
  ];
  for (const second of seconds) {
    const results = new Map([['server', found([file('a.ts', ['one'], ['two'])])]]);
    assert.deepEqual(await secondTry(results, givenRunner(second).run), []);
    assert.equal(results.get('server')!.failed, 1);
  }
});

test('given files of several steps, then each is tried in its own, and one that fails again keeps all red', async () => {
  const failing = () =>
    new Map([
      ['postgres', found([file('a.ts', [], ['one'])])],
      ['journeys', found([file('b.ts', [], ['two'])])],
    ]);
  const both = failing();
  const { asked, run } = givenRunner(found([file('a.ts', ['one'])]), found([file('b.ts', ['two'])]));
  assert.equal((await secondTry(both, run)).length, 2);
  assert.deepEqual(asked, [
    ['postgres', ['a.ts']],
    ['journeys', ['b.ts']],
  ]);
  const one = failing();
  const { run: runOne } = givenRunner(found([file('a.ts', ['one'])]), found([file('b.ts', [], ['two'])]));
  assert.deepEqual(await secondTry(one, runOne), []);
  assert.deepEqual(
    [...one.values()].map(({ failed }) => failed),
    [1, 1],
  );
});

test('given more than three files that failed, or anything that is no test file, then nothing is tried again', async () => {
  const many = ['a', 'b', 'c', 'd'].map((name) => file(name, [], ['one']));
  for (const results of [
    new Map([['server', found(many)]]),
    new Map([['server', found([file('a.ts', ['one'])], true)]]),
    new Map<string, StepResult>([
      ['types', { passed: 0, failed: 1, skipped: 0 }],
      ['server', found([file('a.ts', [], ['one'])])],
    ]),
    new Map([['server', found([file('a.ts', ['one'])])]]),
  ])
    assert.deepEqual(await secondTry(results, givenRunner().run), []);
});
