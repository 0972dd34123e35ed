import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'vitest';
import { readAudit } from './advisories.mjs';
import { inProject } from './set-up/project.mjs';

test('docs/dependencies.md has a line for every direct dependency and for no other', () => {
  const listed = [...fs.readFileSync(inProject('docs/dependencies.md'), 'utf8').matchAll(/^\| `([^`]+)` \|/gm)].map(
    (line) => line[1]!,
  );
  const project = JSON.parse(fs.readFileSync(inProject('package.json'), 'utf8'));
  const direct = ['dependencies', 'optionalDependencies', 'devDependencies'].flatMap((kind) =>
    Object.keys(project[kind]),
  );
  assert.deepEqual(listed.toSorted(), direct.toSorted());
});

test('advisories are listed by package and severity, the most severe first', () => {
  const reported = JSON.stringify({
    vulnerabilities: {
      one: { name: 'one', severity: 'low', range: '<2', via: [{ title: 'Slow', url: 'https://example.org/1' }] },
      two: { name: 'two', severity: 'high', range: '*', via: ['one'] },
    },
    metadata: { dependencies: { total: 200 } },
  });
  assert.deepEqual(readAudit(reported), {
    wasAudited: true,
    lines: ['high      two *: by one', 'low       one <2: Slow https://example.org/1'],
  });
  assert.deepEqual(readAudit(JSON.stringify({ vulnerabilities: {}, metadata: { dependencies: { total: 200 } } })), {
    wasAudited: true,
    lines: [],
  });
});

test('a missing answer does not count as a clean result', () => {
  for (const reported of ['', 'oops', '{}', JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405 })]) {
    assert.equal(readAudit(reported).wasAudited, false, reported);
  }
});
