import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEngine, rebuild } from './engine.ts'
import { listReceiptScope } from './receipt-scope.ts'
import { aCategory, anEvent, anObjective, aPreset } from './testing/builders.ts'
import { generateEvent } from './testing/event-generator.ts'

const definition = anEvent({
  objectives: [
    aCategory({ id: 1 }),
    aCategory({ id: 2, parent_id: 1, scoring_preset_id: 10 }),
    anObjective({ id: 3, parent_id: 2 }),
    aCategory({ id: 4, parent_id: 2 }),
    anObjective({ id: 5, parent_id: 4 }),
    anObjective({ id: 6, parent_id: 1 }),
  ],
  presets: [aPreset({ id: 10, scoring_method: 'BONUS_PER_COMPLETION' })],
})

test.each([
  ['an objective depends on itself', 6, [6]],
  ['a category on all below it', 1, [1, 2, 3, 4, 5, 6]],
  ['a child of one that pays a bonus, on all its siblings', 3, [2, 3, 4, 5]],
  ['a grandchild not', 5, [5]],
  ['one that does not exist, on nothing', 404, []],
])('%s', (_, id, scope) => {
  expect(listReceiptScope(definition, id).toSorted((a, b) => a - b)).toEqual(scope)
})

const anyEvent = fc.gen().map((draw) => generateEvent((min, max) => draw(fc.integer, { min, max }), 60))

test('the facts of its scope make the same receipt as the whole ledger', () => {
  fc.assert(
    fc.property(anyEvent, fc.nat(), fc.nat(), (event, whichObjective, whichTeam) => {
      const { entries, now } = event
      const last = entries.findLast((entry) => entry.kind === 'definition')?.definition ?? event.definition
      fc.pre(last.objectives.length > 0 && last.team_ids.length > 0)
      const objective_id = last.objectives[whichObjective % last.objectives.length]?.id ?? 0
      const team_id = last.team_ids[whichTeam % last.team_ids.length] ?? 0
      const history = entries.filter((entry) => entry.kind !== 'definition')
      const scope = new Set(listReceiptScope(last, objective_id))
      const part = history.filter((entry) => scope.has(entry.objective_id))
      const engine = createEngine(last, now)
      engine.refold(part, engine.apply(part, now).refold, now)
      expect(engine.explain(objective_id, team_id, part, now)).toEqual(
        rebuild(event.definition, entries, now).explain(objective_id, team_id, history, now),
      )
    }),
    { numRuns: 400 },
  )
})
