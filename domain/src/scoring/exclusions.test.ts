import { describe, expect, it } from 'vitest'
import type { ExclusionDefinition } from '../objectives/definition.ts'
import { createEngine } from './engine.ts'
import { isNamed } from './exclusions.ts'
import { aCategory, aFact, anEvent, anObjective, aPreset } from './testing/builders.ts'

const anExclusion = (more: Partial<ExclusionDefinition>): ExclusionDefinition => ({
  id: 90,
  objective_id: null,
  team_id: null,
  user_id: null,
  source: null,
  from: null,
  to: null,
  ...more,
})

describe('an exclusion names', () => {
  const fact = aFact({ sequence: 1, objective_id: 2, team_id: 1, user_id: 7, source: 'stash:a', timestamp: 100 })

  it.each<[string, Partial<ExclusionDefinition>, boolean]>([
    ['a tab', { source: 'stash:a' }, true],
    ['another tab', { source: 'stash:b' }, false],
    ['a player', { user_id: 7 }, true],
    ['another player', { user_id: 8 }, false],
    ['a player on another objective', { user_id: 7, objective_id: 3 }, false],
    ['a team', { team_id: 1, from: 0 }, true],
    ['another team', { team_id: 2, from: 0 }, false],
    ['an interval, both ends included', { from: 100, to: 100 }, true],
    ['times before an interval', { from: 0, to: 99 }, false],
    ['times after an interval', { from: 101, to: 200 }, false],
    ['all times from a start on', { from: 50 }, true],
    ['all times until an end', { to: 99 }, false],
  ])('%s', (_, more, expected) => {
    expect(isNamed(anExclusion(more), fact)).toBe(expected)
  })

  it('no fact without a player, if it names a player', () => {
    expect(isNamed(anExclusion({ user_id: 7 }), { ...fact, user_id: null })).toBe(false)
  })
})

describe('in the engine, an exclusion', () => {
  const objective = anObjective({ id: 2, parent_id: 1, aggregation: 'SUM_LATEST', scoring_preset_id: 5 })
  const event = anEvent({
    objectives: [aCategory({ id: 1 }), objective],
    presets: [aPreset({ id: 5, scoring_method: 'POINTS_FROM_VALUE', points: [1] })],
  })
  const facts = [
    aFact({ sequence: 1, source: 'stash:a', number: 3 }),
    aFact({ sequence: 2, source: 'stash:b', number: 4 }),
    aFact({ sequence: 3, source: 'stash:a', number: 5 }),
  ]
  const define = (sequence: number, ...exclusions: ExclusionDefinition[]) => ({
    kind: 'definition' as const,
    sequence,
    definition: { ...event, exclusions },
  })
  const pointsOf = (engine: ReturnType<typeof createEngine>) => engine.scoreboard().get(2)?.get(1)?.points ?? 0

  it('applies to facts recorded before and after it, and its withdrawal restores all of them', () => {
    const engine = createEngine(event, 0)
    engine.apply(facts, 1000)
    expect(pointsOf(engine)).toBe(9)
    const tab = anExclusion({ id: 4, source: 'stash:a' })
    const { refold } = engine.apply([define(4, tab)], 1000)
    expect(refold).toContain(2)
    engine.refold(facts, refold, 1000)
    expect(pointsOf(engine)).toBe(4)
    const later = aFact({ sequence: 5, source: 'stash:a', number: 8 })
    engine.apply([later], 1000)
    expect(pointsOf(engine)).toBe(4)
    const judged = engine.explain(2, 1, [...facts, later], 1000).facts
    expect(judged.map(({ verdict, exclusion_id }) => [verdict, exclusion_id])).toEqual([
      ['excluded', 4],
      ['counts', null],
      ['excluded', 4],
      ['excluded', 4],
    ])
    const withdrawn = engine.apply([define(6)], 1000)
    engine.refold([...facts, later], withdrawn.refold, 1000)
    expect(pointsOf(engine)).toBe(12)
  })

  it('of one objective keeps the folded facts of the others', () => {
    const other = anObjective({ id: 3, parent_id: 1 })
    const engine = createEngine({ ...event, objectives: [...event.objectives, other] }, 0)
    const changed = define(4, anExclusion({ source: 'stash:a', objective_id: 2 }))
    const definition = { ...changed.definition, objectives: [...event.objectives, other] }
    expect(engine.apply([{ ...changed, definition }], 1000).refold).toEqual([2])
  })
})
