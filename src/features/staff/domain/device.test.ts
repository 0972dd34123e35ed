import assert from 'node:assert/strict';
import { test } from 'vitest';
import { deviceOf } from './device.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

test('a browser is named by its family, regardless of its version', () => {
  assert.equal(deviceOf(CHROME), 'Chrome on Windows');
  assert.equal(deviceOf(CHROME.replace('131', '240')), 'Chrome on Windows');
  assert.equal(deviceOf(`${CHROME} Edg/131.0.0.0`), 'Edge on Windows');
  assert.equal(
    deviceOf(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    ),
    'Safari on iPhone',
  );
  assert.equal(deviceOf('Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'), 'Firefox on Linux');
});

test('an unknown browser or system has a name too', () => {
  assert.equal(deviceOf(''), 'Unknown device');
  assert.equal(deviceOf('curl/8.5.0'), 'Unknown device');
});
