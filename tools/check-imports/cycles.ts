/** A graph as a map from a node to the nodes that it points to. */
export type Graph = Map<string, Set<string>>;

export function addEdge(graph: Graph, from: string, to: string): void {
  const targets = graph.get(from) ?? new Set();
  graph.set(from, targets.add(to));
}

/** Finds at least one cycle in every group of nodes that reach each other. Each is a path back to its first node. */
export function cyclesIn(graph: Graph): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (node: string): void => {
    const at = path.indexOf(node);
    if (at >= 0) {
      cycles.push([...path.slice(at), node]);
      return;
    }
    if (done.has(node)) return;
    path.push(node);
    for (const target of graph.get(node) ?? []) visit(target);
    path.pop();
    done.add(node);
  };
  for (const node of [...graph.keys()].sort()) visit(node);
  return cycles;
}
