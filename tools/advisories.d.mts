/** What `npm audit --json` has said; `wasAsked` is false when the registry did not answer the question. */
export function readAudit(output: string): { wasAudited: boolean; lines: string[] };
