/**
 * The strongly connected components of a graph on the nodes 0 … count − 1, each sorted, in the order of their smallest nodes (Tarjan, SIAM
 * Journal on Computing 1, 1972). Cost: O(nodes + edges); a stack instead of recursion allows chains of any length.
 */
export function stronglyConnected(
  edges: readonly { readonly from: number; readonly to: number }[],
  count: number,
): number[][] {
  const next: number[][] = Array.from({ length: count }, () => []);
  for (const { from, to } of edges) next[from].push(to);
  const index = new Int32Array(count).fill(-1);
  const low = new Int32Array(count);
  const open = new Uint8Array(count);
  const tried = new Int32Array(count);
  const path: number[] = [];
  const stack: number[] = [];
  const components: number[][] = [];
  let visited = 0;
  const enter = (node: number): void => {
    index[node] = low[node] = visited++;
    open[node] = 1;
    path.push(node);
    stack.push(node);
  };
  for (let root = 0; root < count; root++) {
    if (index[root] >= 0) continue;
    enter(root);
    for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
      if (tried[node] < next[node].length) {
        const to = next[node][tried[node]++];
        if (index[to] < 0) enter(to);
        else if (open[to] === 1) low[node] = Math.min(low[node], index[to]);
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      if (parent !== undefined) low[parent] = Math.min(low[parent], low[node]);
      if (low[node] === index[node]) {
        const component = stack.splice(stack.lastIndexOf(node));
        for (const member of component) open[member] = 0;
        components.push(component.sort((a, b) => a - b));
      }
    }
  }
  return components.sort((a, b) => a[0] - b[0]);
}
