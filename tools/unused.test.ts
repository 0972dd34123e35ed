import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'vitest';
import { inProject } from './set-up/project.mjs';

test('the check for unused code names each unused export, file and package, and fails', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'foyer-unused-'));
  try {
    const files = {
      'package.json': JSON.stringify({ name: 'planted', type: 'module', dependencies: { pg: '*' } }),
      'knip.json': fs.readFileSync(inProject('knip.json'), 'utf8'),
      'src/apps/server/main.ts': "import { used } from '../../kernel/planted.ts';\nused();\n",
      'src/kernel/planted.ts': 'export const used = () => 1;\nexport const spare = () => 2;\n',
      'src/kernel/alone.ts': 'export const lonely = 3;\n',
    };
    for (const [name, content] of Object.entries(files)) {
      const file = path.join(folder, name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, content);
    }
    const knip = inProject('node_modules/knip/bin/knip.js');
    const { status, stdout } = spawnSync(process.execPath, [knip, '--no-progress', '--directory', folder], {
      encoding: 'utf8',
    });
    assert.match(stdout, /spare\s+src\/kernel\/planted\.ts/);
    assert.match(stdout, /src\/kernel\/alone\.ts/);
    assert.match(stdout, /pg\s+package\.json/);
    assert.doesNotMatch(stdout, /\bused\s+src/);
    assert.equal(status, 1);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
});
