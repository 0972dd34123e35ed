import { WHOLE_FILE } from './run-step.mjs';

/** More than these failing together are no accident. */
const MOST_FILES = 3;

/**
 * Runs test files that failed once more, alone, when they are few and all that failed
 * (docs/decisions/0015-retrying-failed-test-files.md). `results` are those of the steps by name, `run(step, files)`
 * runs files of a step again. Where all of them pass, `results` say so, and the answer has each test that failed first:
 * `{ step, file, test, message }`. Otherwise `results` stay and the answer is empty.
 */
export async function secondTry(results, run) {
  const failed = [...results].filter(([, result]) => result.failed > 0);
  const broken = failed.flatMap(([step, { files = [] }]) =>
    files.filter(({ failures }) => failures.length > 0).map((file) => ({ step, ...file })),
  );
  const isAllOfIt = failed.every(([step, { isBroken }]) => !isBroken && broken.some((file) => file.step === step));
  if (broken.length === 0 || broken.length > MOST_FILES || !isAllOfIt) return [];

  const better = new Map();
  for (const [step, first] of failed) {
    const again = broken.filter((file) => file.step === step);
    const second = await run(
      step,
      again.map(({ file }) => file),
    );
    if (second.failed > 0 || second.isBroken || !again.every((file) => hasPassed(file, second))) return [];
    better.set(step, withSecond(first, again, second));
  }
  for (const [step, result] of better) results.set(step, result);
  return broken.flatMap(({ step, file, failures }) => failures.map((failure) => ({ step, file, ...failure })));
}

/** A test that was left out the second time has not passed. */
function hasPassed({ file, failures }, second) {
  const now = second.files?.find((one) => one.file === file);
  return failures.every(({ test }) =>
    test === WHOLE_FILE ? now?.passed > 0 && now.failures.length === 0 : now?.passedTests.includes(test),
  );
}

/** The first run's result with what the second one found in the files that failed. */
function withSecond(first, again, second) {
  const sum = (files, key) => files.reduce((all, file) => all + file[key], 0);
  return {
    ...first,
    passed: first.passed - sum(again, 'passed') + second.passed,
    skipped: first.skipped - sum(again, 'skipped') + second.skipped,
    failed: 0,
  };
}
