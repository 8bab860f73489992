import { tryObjectives } from '@muster/domain/conditions/try-objectives'
import { createMatcher } from '@muster/domain/conditions/matcher'
import { createClassifier } from '@muster/domain/items/classes'
import { expect, test } from 'vitest'
import { makeItem } from './item-generator.ts'
import { makeObjectives } from './objective-generator.ts'
import { createRandom } from './random.ts'

test('the workbench and the matcher agree on 10,000 generated items', () => {
  const random = createRandom(18)
  // Every second objective has alternatives: one of two unrelated conditions.
  const plain = makeObjectives(random, 60)
  const objectives = plain.map((objective, at) => {
    const others = plain[(at * 7 + 3) % plain.length]?.conditions ?? []
    const either = [objective.conditions[0], others[0]].flatMap((one) => (one ? [{ ...one, any_of: 1 }] : []))
    return at % 2 === 0 ? objective : { ...objective, conditions: [...either, ...objective.conditions.slice(1)] }
  })
  const items = Array.from({ length: 10_000 }, () => makeItem(random))
  const { matcher } = createMatcher(objectives, { game_version: 'poe1' })
  const context = createClassifier({ game_version: 'poe1' })
  const expected = items.map((): number[] => [])
  const completions = matcher.match(items, null)
  for (const { item, objective_id } of completions) expected[item]?.push(objective_id)
  const tried = items.map((item) => tryObjectives(item, objectives, context, null))
  expect(
    tried.map((trials) =>
      trials
        .filter(({ matches }) => matches)
        .map(({ objective_id }) => objective_id)
        .toSorted((a, b) => a - b),
    ),
  ).toEqual(expected)
  // An objective matches exactly if it has neither failing conditions nor obstacles.
  for (const trials of tried) {
    expect(trials.every(({ matches, failing, obstacles }) => matches === (failing === 0 && obstacles.length === 0))).toBe(true)
  }
  expect(completions.length).toBeGreaterThan(500)
})
