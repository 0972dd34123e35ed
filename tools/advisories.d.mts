/** Reads the output of `npm audit --json`. `wasAudited` is false if the registry did not answer. */
export function readAudit(output: string): { wasAudited: boolean; lines: string[] };
