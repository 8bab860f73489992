import type { ItemField } from '@muster/contract/conditions'
import type { GameItem } from '@muster/contract/game-api'
import type { Suspicion } from '@muster/contract/submissions'
import { createClassifier } from '../items/classes.ts'
import { fields } from '../items/fields.ts'
import { numberLimits } from '../items/limits.ts'
import { readList } from '../items/normalise.ts'

/** Signs in the game's log (`game-log/log-signs.ts`). */
const logSigns = [
  'log_clock_jumps',
  'log_level_out_of_order',
  'log_of_two_players',
  'log_areas_too_low',
] as const satisfies readonly Suspicion[]
type LogSign = (typeof logSigns)[number]

/** A sign that a report may be wrong, with its evidence. The report is not refused: it waits, and only judges see the sign. */
export type Finding =
  | { readonly kind: 'normal_with_mods'; readonly mods: number }
  | { readonly kind: 'out_of_range'; readonly field: ItemField; readonly value: number; readonly most: number }
  | { readonly kind: 'too_many_sockets'; readonly sockets: number; readonly most: number }
  | { readonly kind: 'level_out_of_order'; readonly level: number; readonly other: number; readonly at: number }
  | { readonly kind: LogSign }

const ofHandAndFoot = 4
const ofOneHand = 3
/** Most sockets that the game gives to a class; six for others. */
const maxSockets: Readonly<Record<string, number>> = {
  Helmet: ofHandAndFoot,
  Gloves: ofHandAndFoot,
  Boots: ofHandAndFoot,
  Shield: ofOneHand,
  Wand: ofOneHand,
  Claw: ofOneHand,
  Dagger: ofOneHand,
  Sceptre: ofOneHand,
}
const maxOfAny = 6

const context = { classOf: createClassifier({ game_version: 'poe1' }).classOf }

/** The fields that the game limits; an item level of 0 is unknown. */
function* findOutOfRange(item: GameItem): Generator<Finding> {
  for (const [name, { most }] of Object.entries(numberLimits)) {
    const field = name as ItemField
    const value = Number(fields[field].read(item, context))
    if (value > most) yield { kind: 'out_of_range', field, value, most }
  }
}

/**
 * Combinations that no item of the game has. A modifier or line that the reader does not know is not a sign: every new league
 * adds some.
 * @param class_id the class stated in the text
 */
export function suspectItem(item: GameItem, class_id: string | null): Finding[] {
  const found = [...findOutOfRange(item)]
  const mods = readList(item.explicitMods).length
  // Fragments have no item level: their lines are not modifiers.
  const isEquipment = Number(fields.ILVL.read(item, context)) > 0
  if (item['rarity'] === 'Normal' && isEquipment && mods > 0) found.unshift({ kind: 'normal_with_mods', mods })
  const sockets = readList(item.sockets).length
  const most = maxSockets[class_id ?? ''] ?? maxOfAny
  if (sockets > most) found.push({ kind: 'too_many_sockets', sockets, most })
  return found
}

/**
 * Levels by which an item can be above its area: 2 from a rare or unique monster (poewiki.net/wiki/Monster_level), and up to 3 from
 * an irradiated or corrupted map and its modifiers (poe2wiki.net/wiki/Item_level).
 */
const maxAboveArea = 5

/**
 * An item of a higher level than the areas of the player's log give. An item that a teammate found explains it, so a judge asks.
 * @param highest_area level of the highest area before the find; null: the log does not show the areas of that time
 */
export const suspectAreas = (item: GameItem, highest_area: number | null): Finding[] =>
  highest_area !== null && Number(fields.ILVL.read(item, context)) > highest_area + maxAboveArea
    ? [{ kind: 'log_areas_too_low' }]
    : []

/** A level that a player reports by hand. Times in milliseconds. */
export interface ReportedLevel {
  readonly level: number
  readonly at: number
}

/**
 * A level below an earlier report of the player, or above a later one. A second character explains it, so a judge asks.
 * @param others the other levels that the player has reported by hand, without rejected ones
 */
export function suspectLevel({ level, at }: ReportedLevel, others: readonly ReportedLevel[]): Finding[] {
  const before = others.filter((other) => other.at < at && other.level > level).toSorted((a, b) => b.level - a.level)
  const after = others.filter((other) => other.at > at && other.level < level).toSorted((a, b) => a.level - b.level)
  const other = before[0] ?? after[0]
  return other ? [{ kind: 'level_out_of_order', level, other: other.level, at: other.at }] : []
}

/** The findings that the game's log gave when the report arrived; they need no more evidence. */
export const listLogFindings = (signs: readonly Suspicion[]): Finding[] =>
  logSigns.filter((kind) => signs.includes(kind)).map((kind) => ({ kind }))

/** The kinds of the findings, each once. */
export const listSuspicions = (found: readonly Finding[]): Suspicion[] => [...new Set(found.map(({ kind }) => kind))]
