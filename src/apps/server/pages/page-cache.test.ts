import { expect, test } from 'vitest';
import { createPageCache, RENDER_PAUSE_MS } from './page-cache.ts';

function givenCache(size = 10) {
  let now = 5_000;
  const rendered: string[] = [];
  const cache = createPageCache<string>(size, () => now);
  return {
    rendered,
    cache,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    get: (key: string, version: string) =>
      cache.get(key, version, async () => {
        rendered.push(`${key} ${version}`);
        return `${key} ${version}`;
      }),
  };
}

test('one version of a page is rendered once', async () => {
  const { get, rendered } = givenCache();
  await Promise.all([get('/', 'a'), get('/', 'a')]);
  await get('/', 'a');
  expect(rendered).toEqual(['/ a']);
});

test('while stock changes constantly, a page is rendered once a second, and everybody gets a page', async () => {
  const { get, rendered, pass } = givenCache();
  for (let step = 0; step < 100; step += 1) {
    expect(await get('/', `v${step}`)).toMatch(/^\/ v/);
    pass(50);
  }
  expect(rendered).toHaveLength(100 / (RENDER_PAUSE_MS / 50));
});

test('a new version is rendered after a pause', async () => {
  const { get, pass } = givenCache();
  await get('/', 'a');
  pass(RENDER_PAUSE_MS);
  expect(await get('/', 'b')).toBe('/ b');
});

test('if rendering fails, the old page is served, and rendering is retried later', async () => {
  const { cache, get, pass } = givenCache();
  await get('/', 'a');
  pass(RENDER_PAUSE_MS);
  const fails = async () => {
    throw new Error('broken');
  };
  expect(await cache.get('/', 'b', fails)).toBe('/ a');
  expect(await get('/', 'b')).toBe('/ a');
  pass(RENDER_PAUSE_MS);
  expect(await get('/', 'b')).toBe('/ b');
});

test('if the first rendering fails, there is no page, and the next visitor renders again', async () => {
  const { cache, get } = givenCache();
  await expect(cache.get('/', 'a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await get('/', 'a')).toBe('/ a');
});

test('the least recently used page is evicted', async () => {
  const { get, cache } = givenCache(2);
  await get('/1', 'a');
  await get('/2', 'a');
  await get('/1', 'a');
  await get('/3', 'a');
  expect(cache.cached('/1')).toBe('/1 a');
  expect(cache.cached('/2')).toBeUndefined();
});
