import fs from 'node:fs';
import path from 'node:path';
import {
  catalogueFile,
  catalogueProblems,
  catalogueText,
  ENGLISH,
  englishCatalogue,
  languagesIn,
  PARTS,
  readCatalogue,
} from './catalogues.ts';
import { sourceTexts } from './source-texts.ts';

// Compares the catalogues of `src/languages` with the texts in the sources, and names every difference. `--write`
// writes the English catalogues, sorts the others, moves texts between parts, drops unused ones, and adds new ones
// with an empty translation. `--list` prints all texts, each with one place that uses it.

const SOURCES = path.resolve(import.meta.dirname, '../../src');
const FOLDER = path.join(SOURCES, 'languages');

const { texts, problems, files, components, strings } = sourceTexts(SOURCES);
if (process.argv.includes('--list'))
  for (const { key, part, file, line } of texts.values()) console.log(`${part}\t${key}\tsrc/${file}:${line}`);
if (process.argv.includes('--write')) write();
for (const problem of problems) console.error(problem);
const faults = languagesIn(FOLDER)
  .filter((language) => language !== ENGLISH)
  .flatMap((language) =>
    PARTS.flatMap((part) =>
      catalogueProblems(language, part, readCatalogue(catalogueFile(FOLDER, language, part)), texts),
    ),
  );
for (const fault of faults) console.error(fault);
console.log(
  `${texts.size} texts in ${files} files, ${strings} strings of ${components} components checked, ${languagesIn(FOLDER).length} languages, ${problems.length + faults.length} problems`,
);
process.exitCode = problems.length + faults.length > 0 ? 1 : 0;

function write(): void {
  for (const language of languagesIn(FOLDER)) {
    const known = Object.assign({}, ...PARTS.map((part) => readCatalogue(catalogueFile(FOLDER, language, part))));
    for (const part of PARTS) {
      const english = englishCatalogue(texts, part);
      const catalogue =
        language === ENGLISH ? english : Object.fromEntries(Object.keys(english).map((key) => [key, known[key] ?? '']));
      fs.writeFileSync(catalogueFile(FOLDER, language, part), catalogueText(catalogue));
    }
  }
}
