// node tools/advisories.mjs: queries the registry for known advisories about the packages in the lock file, and prints
// the result. Always exits with 0, because a person must judge an advisory.
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { project } from './set-up/project.mjs';

const SEVERITIES = ['critical', 'high', 'moderate', 'low', 'info'];

/**
 * Reads the output of `npm audit --json`.
 * @param {string} output
 * @returns {{ wasAudited: boolean, lines: string[] }} `wasAudited` is false if the registry did not answer.
 */
export function readAudit(output) {
  const report = parseJson(output);
  if (!report?.vulnerabilities || !report.metadata)
    return { wasAudited: false, lines: report?.message ? [report.message] : [] };
  const found = Object.values(report.vulnerabilities);
  found.sort((one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity));
  return {
    wasAudited: true,
    lines: found.map(({ name, severity, range, via }) => {
      const why = via.map((cause) => (typeof cause === 'string' ? `by ${cause}` : `${cause.title} ${cause.url}`));
      return `${severity.padEnd(9)} ${name} ${range}: ${why.join('; ')}`;
    }),
  };
}

function parseJson(output) {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--audit'], {
    cwd: project,
    encoding: 'utf8',
    timeout: 120_000,
  });
  const { wasAudited, lines } = readAudit(stdout ?? '');
  if (!wasAudited) {
    console.log(`ADVISORIES NOT KNOWN: the registry in use did not answer (${lines[0] ?? 'no answer'}).`);
  } else if (lines.length === 0) {
    console.log('No known advisories.');
  } else {
    console.log(`${lines.length} packages with known advisories:\n${lines.join('\n')}`);
  }
}
