import type { PresetParameters } from '@muster/contract/preset-parameters'
import type { Verdict } from '@muster/contract/receipts'
import type { ConditionDefinition, EventDefinition, ObjectiveDefinition, PresetDefinition } from '../../objectives/definition.ts'
import type { AggregationRow, Result, Tally, TallyRule } from '../aggregations/tally.ts'
import { noLayout } from '../../objectives/layout.ts'
import type { Fact, Retraction } from '../ledger.ts'
import type { AwardInput, ChildProgress, Completion } from '../methods/method.ts'
import type { TeamScore } from '../score.ts'

/** An objective finished by the first matching item of a team; a test passes the fields that differ. */
export function anObjective(more: Partial<ObjectiveDefinition> & { id: number }): ObjectiveDefinition {
  return {
    parent_id: null,
    name: `objective ${more.id}`,
    ...noLayout,
    objective_type: 'ITEM',
    aggregation: 'EARLIEST',
    number_field: 'STACK_SIZE',
    required_number: 1,
    hide_progress: false,
    valid_from: null,
    valid_to: null,
    conditions: [],
    scoring_preset_id: null,
    ...more,
  }
}

export function aCategory(more: Partial<ObjectiveDefinition> & { id: number }): ObjectiveDefinition {
  return anObjective({ objective_type: 'CATEGORY', aggregation: 'NONE', number_field: 'FINISHED_OBJECTIVES', ...more })
}

export function aPreset(more: Partial<PresetDefinition> & { id: number }): PresetDefinition {
  return { scoring_method: 'PRESENCE', points: [10], point_cap: 0, ...more }
}

/** Two teams, no time bounds. */
export function anEvent(more: Partial<EventDefinition>): EventDefinition {
  return { start_at: null, end_at: null, team_ids: [1, 2], objectives: [], presets: [], ...more }
}

export const nameIs = (value: string): ConditionDefinition => ({ field: 'NAME', operator: 'EQ', value })

/** A fact of team 1 on objective 2, seen in tab `a`; time and position are derived from its sequence. */
export function aFact(more: Partial<Fact> & { sequence: number }): Fact {
  return {
    kind: 'fact',
    objective_id: 2,
    team_id: 1,
    user_id: null,
    source: 'stash:a',
    number: 1,
    timestamp: more.sequence * 10,
    ...more,
  }
}

export function aRetraction(more: Partial<Retraction> & { sequence: number; retracts: number }): Retraction {
  return { kind: 'retraction', objective_id: 2, ...more }
}

export function aRule(more: Partial<TallyRule>): TallyRule {
  return {
    objective_type: 'ITEM',
    required_number: 1,
    valid_from: null,
    valid_to: null,
    counts_from: -Infinity,
    counts_until: Infinity,
    ...more,
  }
}

export function aResult(more: Partial<Result>): Result {
  return { number: 1, timestamp: 10, user_id: null, finished: true, ...more }
}

export function aScore(more: Partial<TeamScore>): TeamScore {
  return { points: 0, rank: 0, number: 1, finished: true, timestamp: 10, user_id: null, ...more }
}

/** A child that the teams finished at these times; null: not yet. */
export function aChild(objective_id: number, times: readonly (number | null)[], points = 0): ChildProgress {
  const completions = times.map(
    (timestamp): Completion => ({
      number: timestamp === null ? 0 : 1,
      timestamp,
      user_id: null,
      finished: timestamp !== null,
      points,
    }),
  )
  return { objective_id, completions }
}

/** The input of a method, for as many teams as the results or the first child have. */
export function anAwardInput(
  points: readonly number[],
  more: {
    results?: readonly (Result | null)[]
    children?: readonly ChildProgress[]
    point_cap?: number
    parameters?: PresetParameters
  },
): AwardInput {
  const { results = [], children = [], point_cap = 0, parameters = {} } = more
  const team_count = children[0]?.completions.length ?? results.length
  return { preset: { points, point_cap, parameters }, team_count, results, children }
}

/** The result of these facts; an item fact with number 0 means that its tab is empty. */
export function tally(row: AggregationRow, rule: Partial<TallyRule>, facts: readonly Fact[], now = 0): Result | null {
  return startTally(row, rule, facts).result(now)
}

/** The verdicts on these facts, in order. */
export function judgeAll(row: AggregationRow, rule: Partial<TallyRule>, facts: readonly Fact[]): Verdict[] {
  const folded = startTally(row, rule, facts)
  return facts.map((fact) => folded.judge(fact, fact.number === 0))
}

function startTally(row: AggregationRow, rule: Partial<TallyRule>, facts: readonly Fact[]): Tally {
  const whole = aRule(rule)
  const started = row.start(whole)
  for (const fact of facts) started.add(fact, whole.objective_type === 'ITEM' && fact.number === 0)
  return started
}
