import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { applyExceptions, type BuiltFile, findUnsupported } from './check.ts';
import { readCompatData } from './compat-data.ts';
import { buildTargets, supportedBrowsers } from './supported.ts';

const data = readCompatData();
const browsers = supportedBrowsers();

const found = (name: string, text: string, ...others: BuiltFile[]) =>
  findUnsupported([{ name, text }, ...others], browsers, data).map(({ use }) => use);
const script = (text: string) => found('a.js', text);
const style = (text: string) => found('a.css', text);

test('the build and the check support Safari 16.4 and later, on phones too', () => {
  expect(buildTargets()).toContain('safari16.4');
  expect(buildTargets()).toContain('ios16.4');
  expect(browsers.get('safari_ios')).toBe('16.4');
  for (const browser of ['chrome', 'chrome_android', 'edge', 'firefox', 'firefox_android']) {
    expect(Number(browsers.get(browser))).toBeGreaterThan(120);
  }
});

describe('in a script', () => {
  test('a feature that Safari 16.4 lacks is found, with the first version that has it', () => {
    const planted = { name: 'a.js', text: 'const both = (a, b) => AbortSignal.any([a, b]);' };
    expect(findUnsupported([planted], browsers, data)).toEqual([
      { file: 'a.js', use: 'AbortSignal.any', lackedBy: ['safari_ios 16.4 (17.4)', 'safari 16.4 (17.4)'] },
    ]);
  });

  test.each([
    ['a static method', 'URL.canParse(x)', 'URL.canParse'],
    ['a static method of the language', 'Promise.withResolvers()', 'Promise.withResolvers'],
    ['a method of any object', 'element.checkVisibility()', '.checkVisibility'],
    ['a method of a global object', 'document.startViewTransition(f)', '.startViewTransition'],
    ['a method named by a string', 'a["startViewTransition"](f)', '.startViewTransition'],
    ['a constructor', 'new CloseWatcher()', 'CloseWatcher'],
    ['a global as a member of its object', 'window.requestIdleCallback(f)', 'requestIdleCallback'],
    ['a global function', 'requestIdleCallback(f)', 'requestIdleCallback'],
    ['a regular expression with sets', '/[a--b]/v.test(x)', '/v'],
  ])('%s that Safari 16.4 lacks is found', (_, text, use) => {
    expect(script(text)).toEqual([use]);
  });

  test('features that every supported browser has are not found', () => {
    expect(
      script('AbortSignal.timeout(5), structuredClone(x), list.findLast(f), list.at(-1), new BroadcastChannel("x")'),
    ).toEqual([]);
  });

  test('a name that the script declares, or defines as a property, does not count as the browser’s', () => {
    expect(script('function f(navigation) { return navigation }')).toEqual([]);
    expect(script('const navigation = 1; f(navigation)')).toEqual([]);
    const other = { name: 'b.js', text: 'export const rules = { checkVisibility() {} }' };
    expect(found('a.js', 'rules.checkVisibility()', other)).toEqual([]);
  });
});

describe('in a stylesheet', () => {
  test.each([
    ['a property', 'a{anchor-name:--x}', 'anchor-name'],
    ['a keyword', 'a{text-wrap-style:pretty}', 'text-wrap-style: pretty'],
    ['a function', 'a{color:light-dark(red,blue)}', 'light-dark()'],
    ['an at-rule', '@starting-style{a{opacity:0}}', '@starting-style'],
    ['a selector', 'a:user-invalid{color:red}', ':user-invalid'],
    ['nested rules', 'a{& b{color:red}}', 'nested rules'],
    [
      'a rule inside a layer and a media query',
      '@layer x{@media (width>9px){a{field-sizing:content}}}',
      'field-sizing',
    ],
  ])('%s that Safari 16.4 lacks is found', (_, text, use) => {
    expect(style(text)).toContain(use);
  });

  test('features that every supported browser has are not found', () => {
    expect(
      style(
        '@layer a{.b:has(c){grid-template-columns:subgrid;color:color-mix(in srgb,red,blue)}}@container (width>9px){a{height:1dvh}}',
      ),
    ).toEqual([]);
  });

  test('a property that needs a prefix is accepted with the prefix and found without it', () => {
    expect(style('a{user-select:none}')).toEqual(['user-select']);
    expect(style('a{-webkit-user-select:none;user-select:none}')).toEqual([]);
  });

  test('a style inside @supports is ignored, because the browser tests it', () => {
    expect(style('@supports (anchor-name:--x){a{anchor-name:--x}}')).toEqual([]);
  });

  test('a text size that is fixed without the iOS prefix is a fault, even with an exception for other browsers', () => {
    const exceptions = { 'text-size-adjust': { reason: 'only phones enlarge text', lackedBy: ['safari', 'firefox'] } };
    const faultsOf = (text: string) =>
      applyExceptions(findUnsupported([{ name: 'a.css', text }], browsers, data), exceptions).faults.length;
    expect(faultsOf('html{-moz-text-size-adjust:100%;text-size-adjust:100%}')).toBe(1);
    expect(faultsOf('html{-webkit-text-size-adjust:100%;-moz-text-size-adjust:100%;text-size-adjust:100%}')).toBe(0);
  });
});

test('exceptions allow the features that they name, and unused exceptions are listed', () => {
  const findings = findUnsupported([{ name: 'a.js', text: 'new CloseWatcher(), URL.canParse(x)' }], browsers, data);
  const { faults, allowed, unneeded } = applyExceptions(findings, {
    CloseWatcher: { reason: 'looked up first' },
    setImmediate: { reason: 'looked up first' },
  });
  expect(faults.map(({ use }) => use)).toEqual(['URL.canParse']);
  expect(allowed.map(({ use }) => use)).toEqual(['CloseWatcher']);
  expect(unneeded).toEqual(['setImmediate']);
});

test('the check of the build names the faults of built applications, and fails', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'foyer-browsers-'));
  const write = (name: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  };
  const entry = { file: 'assets/a.js', isEntry: true, css: ['assets/a.css'] };
  write('client/.vite/manifest.json', JSON.stringify({ 'src/apps/shop/entry-client.tsx': entry }));
  write('client/assets/a.js', 'AbortSignal.any([a, b])');
  write('client/assets/a.css', 'a{color:red}');
  write('office/.vite/manifest.json', JSON.stringify({ 'index.html': entry }));
  write('office/assets/a.js', 'a()');
  write('office/assets/a.css', 'a{position-anchor:--b}');
  const program = path.join(import.meta.dirname, 'check-browsers.ts');
  const { status, stdout: output } = spawnSync(process.execPath, [program, folder], { encoding: 'utf8' });
  fs.rmSync(folder, { recursive: true });
  expect(status).toBe(1);
  expect(output).toContain(
    'NOT SUPPORTED AbortSignal.any in client/assets/a.js: safari_ios 16.4 (17.4), safari 16.4 (17.4)',
  );
  expect(output).toContain('NOT SUPPORTED position-anchor in office/assets/a.css');
  expect(output).toContain('3 scripts, 2 stylesheets');
});
