import fs from 'node:fs';
import path from 'node:path';
import { parse, stringify } from 'yaml';

// `node tools/compose-theme.ts <theme> <folder>`: writes the demo shop with another look into a new folder, ready to
// import.

const project = path.join(import.meta.dirname, '..');
const demo = path.join(project, 'demo');

/** Copies `demo/` to `target` and puts the theme's keys and pictures over it. Throws if `target` exists already. */
export function composeTheme(theme: string, target: string): void {
  if (fs.existsSync(target)) throw new Error(`${target} already exists; name a new folder`);
  const over = path.join(project, 'demo-themes', theme);
  if (!fs.existsSync(path.join(over, 'shop.yaml'))) throw new Error(`There is no theme ${theme}`);
  fs.cpSync(demo, target, { recursive: true });
  for (const part of ['images', 'fonts'])
    if (fs.existsSync(path.join(over, part)))
      fs.cpSync(path.join(over, part), path.join(target, part), { recursive: true });
  const file = (folder: string): Record<string, unknown> =>
    parse(fs.readFileSync(path.join(folder, 'shop.yaml'), 'utf8'));
  fs.writeFileSync(path.join(target, 'shop.yaml'), stringify({ ...file(demo), ...file(over) }));
}

if (import.meta.main) {
  const [theme, target] = process.argv.slice(2);
  if (theme === undefined || target === undefined) {
    console.error('node tools/compose-theme.ts <night|classical> <new folder>');
    process.exitCode = 2;
  } else {
    composeTheme(theme, path.resolve(target));
    console.log(`Written: ${target}`);
  }
}
