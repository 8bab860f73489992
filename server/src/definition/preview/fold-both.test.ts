import type { EventDefinition } from '@muster/domain/objectives/definition'
import type { Fact } from '@muster/domain/scoring/ledger'
import { createPick, generateEvent, type Pick } from '@muster/domain/scoring/testing/event-generator'
import { sumTotals } from '@muster/domain/scoring/rollup'
import { expect, test } from 'vitest'
import { foldBoth } from './fold-both.ts'
import { foldOverTime } from './fold-over-time.ts'

const events = 1500
const moments = [1, 3, 8, 21]

const reverseKeys = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).reverse())
    : value

/** A generated event whose root usually has no preset, with one change. */
function generateSides(pick: Pick) {
  const { definition, entries, now } = generateEvent(pick, 60)
  const facts = entries.filter((entry): entry is Fact => entry.kind === 'fact')
  const bare = pick(1, 5) > 1
  const objectives = definition.objectives.map((one) =>
    one.parent_id === null && bare ? { ...one, scoring_preset_id: null } : one,
  )
  const old: EventDefinition = { ...definition, objectives }
  const edited = objectives[pick(0, objectives.length - 1)]
  const kind = pick(1, 5)
  const change = (): Partial<EventDefinition> => {
    if (kind === 1) return { presets: definition.presets.slice(1) }
    if (kind === 2) return { objectives: objectives.filter((one) => one !== edited) }
    const changed = kind === 3 ? { required_number: 2 } : { parent_id: pick(1, 3) }
    if (kind <= 4) return { objectives: objectives.map((one) => (one === edited ? { ...one, ...changed } : one)) }
    return {}
  }
  const last = facts.at(-1)
  const later = last && kind === 5 ? [...facts.slice(0, -1), { ...last, sequence: 100, number: 4 }] : facts
  // Recorded definitions have their keys in a different order from those read from the tables.
  const recorded = JSON.parse(JSON.stringify(old), (_, value: unknown) => reverseKeys(value)) as EventDefinition
  return { old: { definition: recorded, facts }, next: { definition: { ...old, ...change() }, facts: later }, now }
}

test('both sides have the same result as if folded separately', () => {
  let shared = 0
  for (let seed = 1; seed <= events; seed++) {
    const { old, next, now } = generateSides(createPick(seed))
    const { before, after } = foldBoth(old, next, moments, now)
    for (const [side, folded] of [
      [old, before],
      [next, after],
    ] as const) {
      const alone = foldOverTime(side.definition, side.facts, moments, now)
      expect(folded.board, `seed ${seed}`).toEqual(alone.board)
      const points = (totals: ReadonlyMap<number, number>) => [...totals].filter(([, sum]) => sum !== 0).sort(([a], [b]) => a - b)
      expect(folded.totals.map(points), `seed ${seed}`).toEqual(alone.totals.map(points))
      expect(points(folded.totals.at(-1) ?? new Map()), `seed ${seed}`).toEqual(points(sumTotals(folded.board)))
    }
    // Shared results are the same object on both boards.
    if ([...before.board].some(([id, scores]) => after.board.get(id) === scores)) shared += 1
  }
  expect(shared).toBeGreaterThan(events / 10)
})
