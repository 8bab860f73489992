/**
 * The most expensive patterns allowed in a condition: for each of many families, the largest accepted pattern is compiled and
 * applied to every text of a page by the product's matcher. The engine is linear in the text, so a page is the worst case;
 * patterns missing from the bench may still be slower.
 */
import type { GameItem } from '@muster/contract/game-api'
import { createMatcher } from '@muster/domain/conditions/matcher'
import { compilePattern } from '@muster/domain/conditions/pattern'
import type { ObjectiveDefinition } from '@muster/domain/objectives/definition'
import { noLayout } from '@muster/domain/objectives/layout'
import { makeItem } from './item-generator.ts'
import { createRandom } from './random.ts'
import type { BenchResult } from './result.ts'

const itemsPerPage = 1_000

/** Each family is expensive in a different way: many states at once, many different sets of states, large classes. */
const families: readonly ((size: number) => string)[] = [
  (size) => `(x?){${size}}x{${size}}$`,
  (size) => `(?:[a-m]?){${size}}(?:[n-z ]?){${size}}$`,
  (size) => `(?:[aeiou].{0,${size}}){3}~?$`,
  (size) => `(?:[aeiou].{0,${size}}){6}~?$`,
  (size) => `[aeiou](?:.?){${size}}[aeiou](?:.?){${size}}$`,
  (size) => `.*[aeiou](?:.?[a-m]?){${size}}$`,
  (size) => `(?:.*[a-m]){${size}}~?$`,
  (size) => `(.*[a-m]){${size}}$`,
  (size) => `(?:[a-m]|.)*[a-m](?:.?){${size}}~?$`,
  (size) => `(?:.?\\b|.?\\B|.){${size}}$`,
  (size) => `(?:[aeiou]|\\b.|.?){${size}}\\B$`,
  (size) => `(?:a|e|i|o|.?){${size}}$`,
  (size) => `(?:.*?[a-m]??){${size}}$`,
  (size) => `(?i)(?:[a-g]?[h-o]?[p-z ]?){${size}}$`,
  (size) => `(?i)[B-\\x{1e000}]{0,${size}}~$`,
]

/** The largest accepted pattern of a family. */
function findLargest(make: (size: number) => string): string {
  let source = ''
  for (let size = 1; compilePattern(make(size)).ok; size++) source = make(size)
  return source
}

const asObjective = (id: number, value: string): ObjectiveDefinition => ({
  id,
  parent_id: null,
  name: '',
  ...noLayout,
  objective_type: 'ITEM',
  aggregation: 'EARLIEST',
  number_field: 'STACK_SIZE',
  required_number: 1,
  hide_progress: false,
  valid_from: null,
  valid_to: null,
  conditions: [{ field: 'EXPLICIT_MODS', operator: 'CONTAINS_MATCH', value }],
  scoring_preset_id: null,
})

function measure(source: string, pages: readonly (readonly GameItem[])[]) {
  const started = performance.now()
  const { matcher, refused } = createMatcher([asObjective(1, source)], { game_version: 'poe1' })
  if (refused.length > 0) throw new Error(`${source} was not accepted`)
  const compiled = performance.now()
  let item_ms = 0
  const pages_ms = pages.map((items) => {
    const began = performance.now()
    for (const item of items) {
      const before = performance.now()
      matcher.match([item], null)
      item_ms = Math.max(item_ms, performance.now() - before)
    }
    return performance.now() - began
  })
  return { source, compile_ms: compiled - started, item_ms, page_ms: Math.max(...pages_ms) }
}

export async function run(): Promise<BenchResult[]> {
  const random = createRandom(7)
  const pages = Array.from({ length: 3 }, () => Array.from({ length: itemsPerPage }, () => makeItem(random)))
  const figures = families.map((make) => measure(findLargest(make), pages))
  const worstBy = (key: 'compile_ms' | 'item_ms' | 'page_ms', name: string): BenchResult => {
    const worst = figures.reduce((most, one) => (one[key] > most[key] ? one : most))
    return {
      name,
      value: worst[key],
      unit: 'ms',
      note: `\`${worst.source.replaceAll('|', '\\|')}\`, the worst of ${families.length} families`,
    }
  }
  return [
    worstBy('compile_ms', 'worst pattern: compilation'),
    worstBy('page_ms', `worst pattern: a page of ${itemsPerPage} items`),
    worstBy('item_ms', 'worst pattern: the slowest item of the page'),
  ]
}
