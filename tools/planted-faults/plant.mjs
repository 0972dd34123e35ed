// Preloaded into a test run: loads sources with a planted fault. PLANTED_FAULT contains the replacements as JSON (see
// `Replacement` in faults.ts). The files on disk stay unchanged.
import fs from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** @type {import('./faults.ts').Replacement[]} */
const replacements = JSON.parse(process.env.PLANTED_FAULT ?? '[]');
const byUrl = Map.groupBy(replacements, ({ file }) => pathToFileURL(path.resolve(file)).href);

registerHooks({
  load(url, context, nextLoad) {
    const planted = byUrl.get(url);
    if (!planted) return nextLoad(url, context);
    const source = planted.reduce(
      (text, { words, instead }) => text.replace(words, () => instead),
      fs.readFileSync(new URL(url), 'utf8'),
    );
    // Proves that the test ran on the source with the fault.
    if (process.env.PLANTED_MARK) fs.appendFileSync(process.env.PLANTED_MARK, `${url}\n`);
    return { ...nextLoad(url, context), source };
  },
});
