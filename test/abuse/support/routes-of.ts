import type { FastifyInstance } from 'fastify';

/** Returns the sorted paths that a server answers for an HTTP method, read from its routing tree. */
export function routesOf(server: FastifyInstance, method: string): string[] {
  const parents: string[] = [];
  const routes = server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const match = /^([│ ├└─]*)(\S+)(?: \(([A-Z, ]+)\))?$/u.exec(line);
      if (!match) return [];
      const depth = match[1]!.length / 4 - 1;
      parents.length = depth;
      parents.push((parents.at(-1) ?? '') + match[2]!);
      return match[3]?.split(', ').includes(method) ? [parents.at(-1)!] : [];
    });
  return routes.sort();
}
