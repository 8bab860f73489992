import { aggregations, finishRules, objectiveTypes } from '@muster/contract/objectives'
import {
  type ParameterKind,
  parameterNames,
  parametersField,
  type ParameterValues,
  presetParameters,
  type PresetParameters,
} from '@muster/contract/preset-parameters'
import { type ScoringMethod, scoringMethods } from '@muster/contract/scoring-presets'
import type { EventDefinition, ExclusionDefinition, ObjectiveDefinition, PresetDefinition } from '../../objectives/definition.ts'
import type { Fact, LedgerEntry } from '../ledger.ts'
import { methods } from '../methods/index.ts'
import { anObjective, nameIs } from './builders.ts'

/** A whole number between the two, both included. */
export type Pick = (min: number, max: number) => number

export interface GeneratedEvent {
  readonly definition: EventDefinition
  readonly entries: readonly LedgerEntry[]
  readonly now: number
}

/** A repeatable stream of numbers from a seed (mulberry32). */
export function createPick(seed: number): Pick {
  let state = seed >>> 0
  return (min, max) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return min + (((mixed ^ (mixed >>> 14)) >>> 0) % (max - min + 1))
  }
}

// Values come from short lists, so that ties, overlaps and boundary cases are common.
const pointLists = [[10], [10, 5], [7.5, 2.25, 0.5], [0.29], [3, -2], [100, 50, 25, 10], []]
const times = [0, 1, 2, 3, 5, 8, 13, 20]
const sources = [
  'stash:a',
  'stash:b',
  'worn:a',
  'carried:a',
  'user:1',
  'user:2',
  'submission:1',
  'correction:1',
  'deposit:1',
  'deposit:2',
]
const teams = [1, 2, 3, 4]

const choose = <T>(pick: Pick, list: readonly T[]): T => list[pick(0, list.length - 1)] as T
const chance = (pick: Pick, percent: number): boolean => pick(1, 100) <= percent

const categoryMethods = scoringMethods.filter((method) => methods[method].reads === 'children')

const coordinates = [0, 0, 1, 1, 2]

/** Presets 1 to 3 are meant for categories, 4 to 8 for objectives; one in ten is of any kind. */
function generatePreset(pick: Pick, id: number): PresetDefinition {
  const fitting = id <= 3 ? categoryMethods : scoringMethods.filter((method) => !categoryMethods.includes(method))
  const scoring_method = choose(pick, chance(pick, 10) ? scoringMethods : fitting)
  const points = choose(pick, pointLists)
  const parameters = generateParameters(pick, scoring_method, points.length)
  return { id, scoring_method, points, point_cap: choose(pick, [0, 0, 20]), ...parametersField(parameters) }
}

/** A value for a preset with this many points, by kind; some cannot be reached. */
const parameterValues: { readonly [K in ParameterKind]: (pick: Pick, points: number) => ParameterValues[K] | undefined } = {
  count: (pick) => pick(1, 4),
  percent: (pick) => choose(pick, [1, 34, 50, 67, 100]),
  steps(pick, points) {
    let last = 0
    return points > 0 ? Array.from({ length: points }, () => (last += pick(1, 2))) : undefined
  },
  lines(pick) {
    const drawCell = () => [choose(pick, coordinates), choose(pick, coordinates)] as const
    return Array.from({ length: pick(1, 3) }, () => Array.from({ length: pick(1, 3) }, drawCell))
  },
}

/** Some of the parameters that a method takes, and all that it requires. */
export function generateParameters(pick: Pick, method: ScoringMethod, points: number): PresetParameters {
  const { takes } = methods[method]
  const taken = parameterNames.filter((name) => takes[name] === 'required' || (takes[name] && chance(pick, 40)))
  return Object.fromEntries(taken.map((name) => [name, parameterValues[presetParameters[name].kind](pick, points)]))
}

/** Half of the objectives with a preset have one or two further ones; one in five of those is of any kind. */
function generateFurther(pick: Pick, isCategory: boolean, scoring_preset_id: number | null): Partial<ObjectiveDefinition> {
  if (scoring_preset_id === null || chance(pick, 50)) return {}
  const [first, last] = chance(pick, 20) ? [1, 8] : isCategory ? [1, 3] : [4, 8]
  const further = new Set([pick(first, last), pick(first, last)])
  further.delete(scoring_preset_id)
  return { further_preset_ids: [...further], ...(chance(pick, 50) && { finished_by: choose(pick, finishRules) }) }
}

/** Objectives 1 to `categories` are categories; most of the others are children of one of them. */
function generateObjective(pick: Pick, id: number, categories: number): ObjectiveDefinition {
  const isCategory = id <= categories
  const [opens, closes] = chance(pick, 30) ? [choose(pick, times.slice(0, 6)), choose(pick, times.slice(2))] : [null, null]
  const usual = pick(1, chance(pick, 85) ? Math.min(categories, Math.max(1, id - 1)) : Math.max(1, id - 1))
  const scoring_preset_id = chance(pick, 80) ? (isCategory ? pick(1, 3) : pick(4, 8)) : null
  return anObjective({
    id,
    // A missing parent, a cycle and a second root occur, but rarely.
    parent_id: id === 1 ? null : chance(pick, 99) ? usual : choose(pick, [id, id + 1, 99, null]),
    objective_type: isCategory ? 'CATEGORY' : chance(pick, 60) ? 'ITEM' : choose(pick, objectiveTypes),
    aggregation: isCategory || chance(pick, 3) ? 'NONE' : choose(pick, aggregations.slice(0, -1)),
    required_number: choose(pick, [0, 1, 1, 1, 2, 3]),
    hide_progress: chance(pick, 30),
    cell: chance(pick, 30) ? { row: choose(pick, coordinates), column: choose(pick, coordinates) } : null,
    valid_from: opens,
    valid_to: closes,
    conditions: chance(pick, 50) ? [nameIs('Vision')] : [],
    scoring_preset_id,
    ...generateFurther(pick, isCategory, scoring_preset_id),
  })
}

/** Usually excludes one kind of facts; sometimes a combination, or everything at certain times. */
export function generateExclusion(pick: Pick, id: number, objectives: number): ExclusionDefinition {
  const sometimes = <T>(percent: number, value: T): T | null => (chance(pick, percent) ? value : null)
  const from = sometimes(40, choose(pick, times))
  return {
    id,
    objective_id: sometimes(50, pick(1, objectives)),
    team_id: sometimes(40, choose(pick, teams)),
    user_id: sometimes(30, pick(1, 3)),
    source: sometimes(40, choose(pick, sources)),
    from,
    to: from === null ? null : sometimes(80, from + pick(0, 8)),
  }
}

function generateDefinition(pick: Pick): EventDefinition {
  const categories = pick(1, 3)
  const [starts, ends] = chance(pick, 15) ? [choose(pick, times.slice(0, 4)), choose(pick, times.slice(4))] : [null, null]
  return {
    start_at: starts,
    end_at: ends,
    guild_log: choose(pick, ['names', 'counts']),
    team_ids: teams.slice(0, pick(2, 4)),
    objectives: Array.from({ length: categories + pick(2, 8) }, (_, position) =>
      generateObjective(pick, position + 1, categories),
    ),
    presets: Array.from({ length: 8 }, (_, position) => generatePreset(pick, position + 1)),
  }
}

/** The same event with one thing changed. */
function editDefinition(pick: Pick, definition: EventDefinition, newId: number): EventDefinition {
  const { objectives, presets, exclusions = [] } = definition
  switch (pick(0, 7)) {
    case 7:
      return { ...definition, guild_log: choose(pick, ['names', 'counts']) }
    case 0:
      return { ...definition, team_ids: teams.slice(0, pick(1, 4)) }
    case 1:
      return { ...definition, end_at: choose(pick, times) }
    case 2:
      return { ...definition, presets: presets.map((preset) => (chance(pick, 50) ? generatePreset(pick, preset.id) : preset)) }
    case 3:
      return { ...definition, objectives: objectives.slice(0, pick(3, objectives.length)) }
    case 4:
    case 5: {
      // One more or one fewer; ids are never reused.
      if (exclusions.length > 0 && chance(pick, 40)) return { ...definition, exclusions: exclusions.slice(1) }
      return { ...definition, exclusions: [...exclusions, generateExclusion(pick, newId, objectives.length)] }
    }
    default:
      return {
        ...definition,
        objectives: objectives.map((one) => (chance(pick, 40) ? generateObjective(pick, one.id, 2) : one)),
      }
  }
}

function generateFact(pick: Pick, sequence: number, objectives: number): Fact {
  return {
    kind: 'fact',
    sequence,
    objective_id: pick(1, objectives),
    team_id: choose(pick, teams),
    user_id: choose(pick, [null, 1, 2, 3]),
    source: choose(pick, sources),
    number: chance(pick, 15) ? pick(-1, 0) : pick(1, 5),
    timestamp: choose(pick, times),
  }
}

/** A small event that covers every feature: valid and invalid trees, every rule, facts, retractions, edits. */
export function generateEvent(pick: Pick, maxEntries = 50): GeneratedEvent {
  const definition = generateDefinition(pick)
  const entries: LedgerEntry[] = []
  let latest = definition
  const length = pick(0, maxEntries)
  for (let sequence = 1; sequence <= length; sequence++) {
    const kind = pick(1, 100)
    if (kind <= 5 && sequence > 1) {
      const retracts = pick(1, sequence - 1)
      const target = entries[retracts - 1]
      const objective_id = target?.kind === 'fact' ? target.objective_id : 1
      entries.push({ kind: 'retraction', sequence, objective_id, retracts })
    } else if (kind <= 8) {
      latest = editDefinition(pick, latest, sequence)
      entries.push({ kind: 'definition', sequence, definition: latest })
    } else entries.push(generateFact(pick, sequence, definition.objectives.length))
  }
  return { definition, entries, now: choose(pick, times) + pick(0, 1) }
}
