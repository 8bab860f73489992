import type { NumberField } from '@muster/contract/objectives'
import type { PersonalObjectives } from '@muster/contract/personal-objectives'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countMostPersonal, isSamePersonal, readPersonalObjectives, readPersonalProgress } from './personal-points.ts'

type Values = Partial<Record<NumberField, number>>
const reading = (values: Values) => (number_field: NumberField) => values[number_field] ?? 0
const count = (rules: PersonalObjectives, values: Values) => readPersonalProgress(rules, reading(values)).points
const usual = (game_version: 'poe1' | 'poe2') => readPersonalObjectives({ game_version, personal_objectives: null })

describe('an event without its own rules', () => {
  test.each([
    [{ PLAYER_LEVEL: 39, ASCENDANCY: 3 }, 0],
    [{ PLAYER_LEVEL: 40 }, 1],
    [{ PLAYER_LEVEL: 60 }, 2],
    [{ PLAYER_LEVEL: 80 }, 3],
    [{ PLAYER_LEVEL: 89 }, 3],
    [{ PLAYER_LEVEL: 90 }, 6],
    [{ ASCENDANCY: 4 }, 1],
    [{ ASCENDANCY: 6 }, 2],
    [{ ASCENDANCY: 8 }, 3],
    [{ ATLAS_POINTS: 39 }, 0],
    [{ ATLAS_POINTS: 40 }, 3],
    [{ PLAYER_LEVEL: 100, ASCENDANCY: 8 }, 9],
    [{ PLAYER_LEVEL: 100, ASCENDANCY: 8, ATLAS_POINTS: 132 }, 9],
  ])('pays %o with %i points', (values, points) => {
    expect(count(usual('poe1'), values)).toBe(points)
  })

  test('has no atlas step in the second game, where all steps together equal the cap', () => {
    expect(usual('poe2').steps.map(({ number_field }) => number_field)).not.toContain('ATLAS_POINTS')
    expect(count(usual('poe2'), { PLAYER_LEVEL: 100, ASCENDANCY: 8 })).toBe(9)
    expect(count(usual('poe2'), { PLAYER_LEVEL: 89, ATLAS_POINTS: 132 })).toBe(3)
    expect(countMostPersonal({ ...usual('poe2'), cap: 0 })).toBe(9)
    expect(countMostPersonal({ ...usual('poe1'), cap: 0 })).toBe(12)
  })
})

/** 9 points for steps, and two figures of 4 points each with a cap of 6. */
const custom: PersonalObjectives = {
  ...usual('poe1'),
  figures_cap: 6,
  figures: [
    {
      number_field: 'DELVE_DEPTH',
      steps: [
        { at: 100, points: 1 },
        { at: 200, points: 2 },
        { at: 300, points: 4 },
      ],
    },
    {
      number_field: 'ATLAS_POINTS',
      steps: [
        { at: 30, points: 1 },
        { at: 60, points: 4 },
      ],
    },
  ],
}

test.each([
  [{ DELVE_DEPTH: 99 }, 0],
  [{ DELVE_DEPTH: 100 }, 1],
  [{ DELVE_DEPTH: 299 }, 2],
  [{ DELVE_DEPTH: 300 }, 4],
  [{ DELVE_DEPTH: 300, ATLAS_POINTS: 30 }, 5],
  [{ DELVE_DEPTH: 300, ATLAS_POINTS: 60 }, 6 + 3],
  [{ PLAYER_LEVEL: 100, ASCENDANCY: 8, DELVE_DEPTH: 900, ATLAS_POINTS: 132 }, 15],
])('only the highest step reached of a figure counts, and each figure has its own cap: %o is %i', (values, points) => {
  expect(count(custom, values)).toBe(points)
  expect(countMostPersonal(custom)).toBe(15)
})

test('a gauge names the next step with the points that it adds, and fills on the way to it', () => {
  const { figures, general } = readPersonalProgress(custom, reading({ DELVE_DEPTH: 250, PLAYER_LEVEL: 85 }))
  expect(figures.gauges[0]).toMatchObject({ value: 250, next: { at: 300, adds: 2 }, shares: [1, 1, 0.5] })
  expect(figures.gauges[1]).toMatchObject({ value: 0, next: { at: 30, adds: 1 }, shares: [0, 0] })
  expect(general.gauges[0]).toMatchObject({ number_field: 'PLAYER_LEVEL', next: { at: 90, adds: 3 }, shares: [1, 1, 1, 0.5] })
})

test('a step beyond a cap adds only what the cap leaves, and the last step has none after it', () => {
  const { figures, general } = readPersonalProgress(
    custom,
    reading({ DELVE_DEPTH: 300, ATLAS_POINTS: 59, PLAYER_LEVEL: 90, ASCENDANCY: 6 }),
  )
  expect(figures.gauges.map(({ next }) => next)).toEqual([null, { at: 60, adds: 1 }])
  expect(general.gauges.map(({ next }) => next)).toEqual([null, { at: 8, adds: 0 }, null])
})

test('rules are the same whatever the order of their keys, and differ in every value', () => {
  const turned = {
    figures: custom.figures,
    figures_cap: 6,
    steps: custom.steps.map(({ number_field, at, points }) => ({ points, at, number_field })),
    cap: 9,
  }
  expect(isSamePersonal(custom, turned)).toBe(true)
  expect(isSamePersonal(null, null)).toBe(true)
  for (const other of [
    null,
    { ...custom, cap: 8 },
    { ...custom, figures_cap: 0 },
    { ...custom, steps: [] },
    { ...custom, figures: custom.figures.slice(1) },
  ])
    expect(isSamePersonal(custom, other)).toBe(false)
})

const fields = ['PLAYER_LEVEL', 'DELVE_DEPTH', 'ATLAS_POINTS'] as const
const anAmount = fc.integer({ min: 1, max: 30 })
const someSteps = fc.uniqueArray(fc.record({ at: anAmount, points: anAmount }), { selector: ({ at }) => at, maxLength: 5 })
const ascending = someSteps.map((steps) => steps.toSorted((a, b) => a.at - b.at))
const someRules: fc.Arbitrary<PersonalObjectives> = fc.record({
  cap: fc.nat({ max: 60 }),
  steps: fc
    .array(fc.record({ number_field: fc.constantFrom(...fields), at: anAmount, points: anAmount }), { maxLength: 8 })
    .map((steps) => steps.toSorted((a, b) => a.at - b.at)),
  figures_cap: fc.nat({ max: 60 }),
  figures: fc.uniqueArray(fc.record({ number_field: fc.constantFrom(...fields), steps: ascending }), {
    selector: ({ number_field }) => number_field,
  }),
})
const someValues = fc.record(
  Object.fromEntries(fields.map((field) => [field, fc.nat({ max: 32 })])) as Record<
    (typeof fields)[number],
    fc.Arbitrary<number>
  >,
)

/**
 * The rule again, from the sentences of the rules page: "Each player earns these for the team, up to N points. The highest step
 * reached counts for each figure, up to N points for all figures together."
 */
function oracle(rules: PersonalObjectives, values: Values): number {
  let earned = 0
  for (const step of rules.steps) if (!((values[step.number_field] ?? 0) < step.at)) earned += step.points
  let shown = 0
  for (const figure of rules.figures) {
    let highest = { at: -1, points: 0 }
    for (const step of figure.steps) if (step.at <= (values[figure.number_field] ?? 0) && step.at > highest.at) highest = step
    shown += highest.points
  }
  if (rules.cap > 0 && earned > rules.cap) earned = rules.cap
  if (rules.figures_cap > 0 && shown > rules.figures_cap) shown = rules.figures_cap
  return earned + shown
}

test('points equal the oracle, never exceed the maximum, and reaching the next step adds what the gauge says', () => {
  fc.assert(
    fc.property(someRules, someValues, (rules, values) => {
      const { points, most, general, figures } = readPersonalProgress(rules, reading(values))
      expect(points).toBe(oracle(rules, values))
      expect(points).toBeLessThanOrEqual(rules.figures.every(({ steps }) => isRising(steps)) ? most : Number.MAX_SAFE_INTEGER)
      for (const { number_field, next } of rules.figures.length === 0
        ? general.gauges.filter(({ steps }) => isUnique(steps))
        : [])
        if (next) expect(oracle(rules, { ...values, [number_field]: next.at })).toBe(points + next.adds)
      for (const { number_field, next } of rules.steps.length === 0 ? figures.gauges : [])
        if (next) expect(oracle(rules, { ...values, [number_field]: next.at })).toBe(points + next.adds)
    }),
  )
})

const isRising = (steps: readonly { points: number }[]) => steps.every(({ points }, at) => points > (steps[at - 1]?.points ?? 0))
const isUnique = (steps: readonly { at: number }[]) => new Set(steps.map(({ at }) => at)).size === steps.length
