import { isCategory } from '../objectives/kinds.ts'
import { type View, viewOf } from '../objectives/layout.ts'
import { findMethod } from '../scoring/methods/index.ts'
import { type ReachableNode, sumReachable } from '../scoring/reachable.ts'
import { type DefinitionDocument, listEntries, listPresetKeys, type ObjectiveEntry, type PresetEntry } from './document.ts'

/** The interval in which an objective is open, in milliseconds after the start; null: no limit on that side. */
export interface WindowOutline {
  readonly key: string
  readonly name: string
  readonly valid_from: number | null
  readonly valid_to: number | null
}

/** A category in which a few finished children complete a board. */
export interface BoardOutline {
  readonly key: string
  readonly name: string
  readonly fields: readonly string[]
}

/** An objective or category directly below the root. */
export interface CategoryOutline {
  readonly key: string
  readonly name: string
  readonly view: View | null
  /** Without categories. */
  readonly objectives: number
  /** The most that one team can win, counted like points still possible: without points that are unknown in advance. */
  readonly points: number
  /** The points of its most frequent preset; empty without presets. */
  readonly pays: readonly number[]
  readonly boards: readonly BoardOutline[]
  readonly windows: readonly WindowOutline[]
}

export interface DefinitionOutline {
  readonly categories: readonly CategoryOutline[]
  readonly objectives: number
  readonly points: number
  /** From the start to the end, in milliseconds; null: the file has no end. */
  readonly length_ms: number | null
}

type Presets = ReadonlyMap<string, PresetEntry>

/** An objective before the start: no team has a score, and none is closed. */
const toNode = (entry: ObjectiveEntry, presets: Presets): ReachableNode => ({
  scoring_preset: null,
  further_presets: listPresetKeys(entry).flatMap((key) => presets.get(key) ?? []),
  team_score: new Map(),
  valid_to: null,
  children: entry.children.map((child) => toNode(child, presets)),
})

/** The points that most objectives pay; of equally frequent presets, the first one. */
function findUsualPoints(entries: readonly ObjectiveEntry[], presets: Presets): readonly number[] {
  const counts = new Map<string, number>()
  for (const entry of entries) for (const key of listPresetKeys(entry)) counts.set(key, (counts.get(key) ?? 0) + 1)
  const [usual] = [...counts].toSorted((one, other) => other[1] - one[1])
  return usual === undefined ? [] : (presets.get(usual[0])?.points ?? [])
}

const isBoard = (entry: ObjectiveEntry, presets: Presets) =>
  listPresetKeys(entry).some((key) => {
    const method = findMethod(presets.get(key)?.scoring_method ?? '')
    return method?.adjusts === 'bingo' || method?.takes.drawn_lines !== undefined
  })

function outlineCategory(top: ObjectiveEntry, presets: Presets): CategoryOutline {
  const entries = listEntries([top]).map(({ entry }) => entry)
  const objectives = entries.filter((entry) => !isCategory(entry))
  return {
    key: top.key,
    name: top.tab ?? top.name,
    view: viewOf(top),
    objectives: objectives.length,
    points: sumReachable(toNode(top, presets), 0, 0),
    pays: findUsualPoints(objectives, presets),
    boards: entries
      .filter((entry) => isBoard(entry, presets))
      .map(({ key, name, children }) => ({ key, name, fields: children.map((child) => child.name) })),
    windows: entries
      .filter(({ valid_from, valid_to }) => valid_from !== null || valid_to !== null)
      .map(({ key, name, valid_from, valid_to }) => ({ key, name, valid_from, valid_to })),
  }
}

/** The parts of a definition that a drawing of the event shows, in the order of the file. */
export function outlineDefinition({ event, objectives, scoring_presets }: DefinitionDocument): DefinitionOutline {
  const presets = new Map((scoring_presets ?? []).map((preset) => [preset.key, preset]))
  const categories = (objectives ?? []).map((top) => outlineCategory(top, presets))
  const sum = (field: 'objectives' | 'points') => categories.reduce((total, category) => total + category[field], 0)
  return { categories, objectives: sum('objectives'), points: sum('points'), length_ms: event?.event_end_time ?? null }
}
