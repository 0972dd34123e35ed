import v8 from 'node:v8';
import vm from 'node:vm';

/**
 * Collects all garbage and returns the memory to the system. V8 grows its young generation while the modules load,
 * and a mostly idle process never gives that space back: 50 MB of 200. Takes about a tenth of a second, in which
 * nothing else runs.
 */
export function shrinkHeap(): void {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc') as (options: object) => void;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
