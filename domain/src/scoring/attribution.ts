import type { GuildLogRule } from '@muster/contract/events'
import type { ObjectiveDefinition, PresetDefinition } from '../objectives/definition.ts'
import { countsItems } from '../objectives/kinds.ts'
import { listPresetIds, type Paid } from '../objectives/preset-ids.ts'
import { findCounts } from './aggregations/counts.ts'
import { findAggregation } from './aggregations/index.ts'
import type { Fact } from './ledger.ts'
import { findMethod } from './methods/index.ts'

/**
 * Guild snapshots name no player; guild logs do. A deposit becomes a fact whose source begins with `deposit:`. It supplies player and
 * time for a result that is not older than the deposit, before teams are ranked. It is a result itself only where the event says so
 * (`countsDeposits`) and the team has no other.
 */
export const depositPrefix = 'deposit:'

export const isDeposit = (fact: Fact): boolean => fact.source.startsWith(depositPrefix)

const nameFields: readonly string[] = ['BASE_TYPE', 'NAME', 'TYPE_LINE']

/** The properties of an objective that decide whether deposits name its finder; pages have them, too. */
export interface NamedObjective extends Paid, Pick<ObjectiveDefinition, 'required_number' | 'conditions'> {
  readonly objective_type: string
  readonly aggregation: string
}
export type PresetMethods = readonly Pick<PresetDefinition, 'id' | 'scoring_method'>[]

/** The item name of an objective whose only condition is a name. */
function readItemName(objective: NamedObjective): string | null {
  const [condition, ...others] = objective.conditions
  if (!countsItems(objective) || condition === undefined || others.length > 0) return null
  return condition.operator === 'EQ' && nameFields.includes(condition.field) && condition.value !== '' ? condition.value : null
}

/** Deposits name the finder of a single item; objectives that need several items or have a rule that pays by value are ignored. */
export function namesFinder(objective: NamedObjective, presets: PresetMethods): boolean {
  if (readItemName(objective) === null || objective.required_number > 1) return false
  if (findCounts(objective.aggregation) !== 'first') return false
  const ids = listPresetIds(objective)
  return !presets.some(({ id, scoring_method }) => ids.includes(id) && findMethod(scoring_method)?.decided_by === 'value')
}

/**
 * Whether a deposit completes the objective of a team that has no other result. A deposit does not show that the item is still
 * there, so aggregations that need tabs are left out.
 */
export const countsDeposits = (objective: NamedObjective, presets: PresetMethods, guild_log: GuildLogRule | undefined): boolean =>
  guild_log === 'counts' && namesFinder(objective, presets) && findAggregation(objective.aggregation)?.needs_tabs === false

/** A line of a guild log whose account was already resolved to a participant's game account. */
export interface GuildLogEntry {
  readonly id: string
  readonly action: 'added' | 'modified' | 'removed'
  readonly team_id: number
  readonly user_id: number
  /** The spelling in the log, without a leading count. */
  readonly item_name: string
  readonly number: number
  /** Milliseconds. */
  readonly timestamp: number
}

export type DepositFact = Omit<Fact, 'sequence'>

/**
 * Finds the objectives for the item named in a guild log line. The longest name within the text wins ("Sublime Vision" before
 * "Vision"); all objectives for that name are returned. Texts are cached: a log of hundreds of thousands of lines has a few
 * thousand distinct texts.
 */
export function createDepositIndex(objectives: readonly ObjectiveDefinition[]): (item_name: string) => readonly number[] {
  const byName = new Map<string, number[]>()
  for (const objective of objectives) {
    const name = readItemName(objective)
    if (name === null) continue
    const ids = byName.get(name)
    if (ids === undefined) byName.set(name, [objective.id])
    else ids.push(objective.id)
  }
  const names = [...byName.keys()].sort((a, b) => b.length - a.length)
  const known = new Map<string, readonly number[]>()
  return (item_name) => {
    let ids = known.get(item_name)
    if (ids === undefined) {
      const name = names.find((candidate) => item_name.includes(candidate))
      known.set(item_name, (ids = name === undefined ? [] : (byName.get(name) ?? [])))
    }
    return ids
  }
}

/** The facts derived from guild log lines. Only single added items count. */
export function readDeposits(
  findObjectives: (item_name: string) => readonly number[],
  entries: readonly GuildLogEntry[],
): DepositFact[] {
  return entries.flatMap(({ id, action, number, item_name, team_id, user_id, timestamp }) => {
    if (action !== 'added' || number !== 1) return []
    return findObjectives(item_name).map(
      (objective_id): DepositFact => ({
        kind: 'fact',
        objective_id,
        team_id,
        user_id,
        source: depositPrefix + id,
        number: 1,
        timestamp,
      }),
    )
  })
}
