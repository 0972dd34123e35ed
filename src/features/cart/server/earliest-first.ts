/** What has a place in an order of arrival. */
interface Arrived {
  readonly arrival: number;
}

/** Keeps what is put into it so that the earliest arrival comes out first, whenever it was put in. Each step costs the logarithm of their number. */
export interface EarliestFirst<One extends Arrived> {
  add(one: One): void;
  first(): One | undefined;
  takeFirst(): One | undefined;
}

/** A binary heap: each stands before the two that follow it in the tree. */
export function createEarliestFirst<One extends Arrived>(): EarliestFirst<One> {
  const heap: One[] = [];
  const isBefore = (one: number, other: number) => heap[one]!.arrival < heap[other]!.arrival;
  const swap = (one: number, other: number) => {
    [heap[one], heap[other]] = [heap[other]!, heap[one]!];
  };

  return {
    add(one) {
      let at = heap.push(one) - 1;
      for (let parent = (at - 1) >> 1; at > 0 && isBefore(at, parent); parent = (at - 1) >> 1) {
        swap(at, parent);
        at = parent;
      }
    },
    first: () => heap[0],
    takeFirst() {
      const first = heap[0];
      const last = heap.pop();
      if (heap.length === 0 || last === undefined) return first;
      heap[0] = last;
      for (let at = 0; ; ) {
        let next = 2 * at + 1;
        if (next >= heap.length) return first;
        if (next + 1 < heap.length && isBefore(next + 1, next)) next += 1;
        if (!isBefore(next, at)) return first;
        swap(at, next);
        at = next;
      }
    },
  };
}
