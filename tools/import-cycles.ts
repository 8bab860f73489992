import { posix } from 'node:path'
import { listImports } from './imports.ts'
import type { Source } from './sources.ts'

// Files in an import cycle, even of types only, cannot be read, moved or tested one by one.

const targetOf = (path: string, specifier: string) =>
  specifier.startsWith('.')
    ? posix.join(posix.dirname(path), specifier)
    : specifier.replace(/^@muster\/([^/]+)\/(.+)$/, '$1/src/$2.ts')

/** Every import cycle, of values or types, as the sorted paths of its files (strongly connected components). */
export function listCycles(sources: readonly Source[]): string[][] {
  const paths = new Set(sources.map(({ path }) => path))
  const imports = new Map(
    sources.map(({ path, text }) => [
      path,
      listImports(text)
        .map(({ specifier }) => targetOf(path, specifier))
        .filter((target) => paths.has(target)),
    ]),
  )
  // Tarjan's algorithm: a file that reaches an earlier one on the stack belongs to its cycle.
  const order = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  function visit(path: string): number {
    const own = order.size
    order.set(path, own)
    stack.push(path)
    let reached = own
    for (const target of imports.get(path) ?? []) {
      if (!order.has(target)) reached = Math.min(reached, visit(target))
      else if (stack.includes(target)) reached = Math.min(reached, order.get(target) ?? own)
    }
    if (reached === own) {
      const members = stack.splice(stack.indexOf(path))
      if (members.length > 1) cycles.push(members.toSorted())
    }
    return reached
  }
  for (const path of paths) if (!order.has(path)) visit(path)
  return cycles
}
