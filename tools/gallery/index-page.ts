import fs from 'node:fs';
import path from 'node:path';
import type { Taken } from './take-state.ts';

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character]!);

/** Writes a page that shows all pictures, with those of one state side by side. */
export function writeIndex(folder: string, taken: readonly Taken[]): void {
  const sections = taken.map(
    ({ name, pictures, findings, missing }) => `<section id="${escapeHtml(name)}">
<h2>${escapeHtml(name)}</h2>
${missing ? `<p class="bad">Missing: ${escapeHtml(missing)}</p>` : ''}
${findings.map((finding) => `<p class="bad">${escapeHtml(finding)}</p>`).join('\n')}
<div>${Object.entries(pictures)
      .map(
        ([look, file]) =>
          `<figure><a href="${escapeHtml(file)}"><img loading="lazy" src="${escapeHtml(file)}" alt=""></a><figcaption>${escapeHtml(look)}</figcaption></figure>`,
      )
      .join('')}</div>
</section>`,
  );
  const links = taken.map(({ name, missing, findings }) => {
    const mark = missing || findings.length > 0 ? ' class="bad"' : '';
    return `<li><a${mark} href="#${escapeHtml(name)}">${escapeHtml(name)}</a></li>`;
  });
  fs.writeFileSync(
    path.join(folder, 'index.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title>
<style>body{font:16px/1.5 sans-serif;margin:24px;background:#ddd}ul{columns:4;font-size:14px}section>div{display:flex;gap:16px;align-items:start;overflow-x:auto}
figure{margin:0}img{height:520px;width:auto;border:1px solid #999;background:#fff}.bad{color:#a00;white-space:pre-wrap}</style>
<h1>${taken.length} states</h1><ul>${links.join('\n')}</ul>
${sections.join('\n')}</html>`,
  );
}
