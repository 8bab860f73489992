import type { GameVersion } from '@muster/contract/events'
import type { GameItem } from '@muster/contract/game-api'
import { findFigures } from '../builds/calculated-figures.ts'
import { games } from '../events/games.ts'
import { writeCopiedText } from '../build-codes/copied-text.ts'
import { type BuildContent, type BuildItem, readBuild } from '../build-codes/read-build.ts'
import { experienceTables } from '../characters/experience-table.ts'
import { numberRows } from '../characters/number-rows.ts'
import { readMostNumber, readPlayerNumber } from '../characters/numbers.ts'
import type { PlayerState } from '../characters/player-state.ts'
import { readWornValues } from '../characters/worn-values.ts'
import { isOpen, readWindow } from '../conditions/window.ts'
import { copiedTextLimit } from '../items/copied/sections.ts'
import type { ObjectiveDefinition } from '../objectives/definition.ts'
import { findCounts } from '../scoring/aggregations/counts.ts'
import { countAscendancyPoints } from '../trees/ascendancy-nodes.ts'
import { takesNumberReports } from './claim.ts'
import { identifyItem, isUnmistakable, readReportedText, type ReportedText } from './item-report.ts'

/** An item that the character wears, as the text that the game would copy. */
export interface WornItem {
  readonly slot: string
  readonly text: string
  readonly read: Extract<ReportedText, { ok: true }>
  /** The item as conditions read it, with its wearer. */
  readonly item: GameItem
  /** Lines that do not show an item, see `writeCopiedText`. */
  readonly left_out: readonly string[]
}

/** An item of the build that cannot be read, or that is already in another slot. */
export interface UnreadSlot {
  readonly slot: string
  readonly reason: string
}

/** The parts of a build that a report can show. */
export interface ReportedBuild {
  readonly build: BuildContent
  readonly worn: readonly WornItem[]
  readonly unread: readonly UnreadSlot[]
}

/** The most items of one build; a character wears about 20, with jewels 40. */
const maxWorn = 100
/** For all items together. The texts of 40 items have about 60,000 characters; reading this many takes less than a second. */
const longestItems = 10 * copiedTextLimit
const jewelSlot = 'Jewel'

/**
 * Items in slots and jewels in allocated nodes, each item once. Jewels of other items are not items of their own, as in the game's
 * answers.
 */
function listWorn({ worn, jewels, nodes }: BuildContent): readonly (readonly [string, string])[] {
  const slots: readonly (readonly [string, BuildItem])[] = [
    ...[...worn].filter(([slot]) => !slot.includes('Abyssal Socket')),
    ...[...jewels].flatMap(([node, item]) => (nodes.has(node) ? [[jewelSlot, item] as const] : [])),
  ]
  const byItem = Map.groupBy(slots, ([, { id }]) => id)
  return [...byItem.values()].flatMap(([first]) => (first ? [[first[0], first[1].text] as const] : []))
}

/** The game's name of a character's class: the ascendancy, if there is one. */
export const nameWearer = ({ class_name, ascendancy }: BuildContent): string => ascendancy || class_name

/** @returns the slot that already has the item; null: it is now recorded for this slot */
function takeSlot(slots: Map<string, string>, identity: string, slot: string): string | null {
  const other = slots.get(identity) ?? null
  if (other === null) slots.set(identity, slot)
  return other
}

/** Reads the XML of a code as the page does before it is sent; or says why it cannot be reported. Never throws. */
export function readReportedBuild(
  xml: string,
  game_version: GameVersion,
): { readonly ok: true; readonly reported: ReportedBuild } | { readonly ok: false; readonly reason: string } {
  const read = readBuild(xml)
  if (!read.ok) return read
  const { build } = read
  if (build.game_version !== game_version) return { ok: false, reason: 'it is a build of the other game' }
  const listed = listWorn(build)
  if (listed.length > maxWorn) return { ok: false, reason: `it has more than ${maxWorn} items` }
  if (listed.reduce((sum, [, { length }]) => sum + (length > copiedTextLimit ? 0 : length), 0) > longestItems)
    return { ok: false, reason: `its items have more than ${longestItems} characters` }
  const worn: WornItem[] = []
  const unread: UnreadSlot[] = []
  const slots = new Map<string, string>()
  for (const [slot, written] of listed) {
    if (written.length > copiedTextLimit) {
      unread.push({ slot, reason: `the text is longer than ${copiedTextLimit} characters` })
      continue
    }
    const { text, left_out } = writeCopiedText(written, slot)
    const item = readReportedText(text)
    const other = item.ok && isUnmistakable(item.item) ? takeSlot(slots, identifyItem(item.item), slot) : null
    if (other !== null) unread.push({ slot, reason: `it is the item of ${other}` })
    else if (item.ok) worn.push({ slot, text, read: item, item: { ...item.item, worn_by: nameWearer(build) }, left_out })
    else unread.push({ slot, reason: item.reason })
  }
  return { ok: true, reported: { build, worn, unread } }
}

/** Whether one of the objectives counts points of an ascendancy, which need the passive tree. */
export const needsTree = (objectives: readonly Pick<ObjectiveDefinition, 'objective_type' | 'number_field'>[]): boolean =>
  objectives.some(({ objective_type, number_field }) => objective_type === 'PLAYER' && number_field === 'ASCENDANCY')

/** The number of a build for an objective: it counts, is not enough, or was reached while the objective was not open. */
export interface BuildNumber {
  readonly number: number
  readonly state: 'counts' | 'too_low' | 'closed'
}

type CountedObjective = Pick<
  ObjectiveDefinition,
  'objective_type' | 'aggregation' | 'number_field' | 'required_number' | 'pieces_from' | 'valid_from' | 'valid_to'
>
type ShownBuild = Pick<ReportedBuild, 'build' | 'worn'>

/** Gems in sockets; in the second game, which has none, of active skills. */
function listGemLevels({ groups, game_version }: BuildContent): number[] {
  const { socketed_gems } = games[game_version]
  const gems = groups
    .filter(({ slot, is_granted }) => !is_granted && (slot !== '' || !socketed_gems))
    .flatMap((group) => group.gems)
  return gems.filter(({ is_support }) => socketed_gems || !is_support).map(({ level }) => level)
}

/** The state of a player who has this build; depths and progress are not in a build. */
function readState({ build, worn }: ShownBuild, ascendancy_nodes: ReadonlySet<number> | null): PlayerState {
  const { level, choices, nodes, game_version, stats } = build
  const isLevel = Number.isSafeInteger(level) && level >= 1 && level <= experienceTables[game_version].length
  return {
    level: isLevel ? level : 0,
    experience: 0,
    ascendancy_points: countAscendancyPoints([...nodes], ascendancy_nodes ?? new Set()),
    pantheon_major: choices.major,
    pantheon_minor: choices.minor,
    delve_depth: 0,
    atlas_node_count: 0,
    figures: findFigures(
      (stat) => stats.get(stat),
      (stat) => stats.get(`Minion${stat}`),
    ),
    worn: readWornValues(worn, listGemLevels(build), game_version),
  }
}

/**
 * @param at in milliseconds
 * @param ascendancy_nodes see `listAscendancyNodes`; null without a tree
 * @returns null if the objective counts no number of one player, or none that the build shows
 */
export function readBuildNumber(
  objective: CountedObjective,
  shown: ShownBuild,
  at: number,
  ascendancy_nodes: ReadonlySet<number> | null,
): BuildNumber | null {
  const { number_field, aggregation, required_number, pieces_from } = objective
  const counts = findCounts(aggregation)
  const isShown = numberRows[number_field].in_codes && (counts === 'first' || counts === 'highest' || counts === 'sum')
  if (!takesNumberReports(objective) || !isShown) return null
  if (number_field === 'ASCENDANCY' && ascendancy_nodes === null) return null
  const rules = { game_version: shown.build.game_version, personal_objectives: null }
  const read = readPlayerNumber(number_field, readState(shown, ascendancy_nodes), rules, pieces_from)
  if (read === null) return null
  // A plan can have more points than the game gives.
  const number = Math.min(readMostNumber(number_field, rules) ?? Number.MAX_SAFE_INTEGER, read)
  const least = counts === 'first' ? required_number : 1
  if (number < least) return { number, state: 'too_low' }
  return { number, state: isOpen(readWindow(objective), at) ? 'counts' : 'closed' }
}

/**
 * Whether a number changes the score of a player with this highest number. Where only the first completion counts, a second does not.
 */
export const addsNumber = (
  { aggregation, required_number }: Pick<ObjectiveDefinition, 'aggregation' | 'required_number'>,
  number: number,
  highest: number,
): boolean => number > highest && !(findCounts(aggregation) === 'first' && highest >= required_number)
