import path from 'node:path';

/** Halves the time of a server's start. A process that ends in good order leaves it for those that are killed. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/foyer-faults') };
