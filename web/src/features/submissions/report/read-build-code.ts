import '../../../messages/report.ts'
import type { GameVersion } from '@muster/contract/events'
import {
  type BuildNumber,
  nameWearer,
  readBuildNumber,
  readReportedBuild,
  type UnreadSlot,
} from '@muster/domain/submissions/build-report'
import type { PlacedObjective } from '../../../api/items/item-objectives.ts'
import { t } from '../../../lib/text/messages.ts'
import { createItemTrier, type ReadItem } from './read-paste.ts'

/** The number of a character for one objective. */
export interface NumberVerdict extends PlacedObjective, BuildNumber {}

/** An item that the character wears, as a pasted item is shown. */
export interface WornVerdict {
  readonly slot: string
  readonly item: ReadItem
  /** Lines of the code that show no value of the item. */
  readonly left_out: readonly string[]
}

/** A character by its code, read as the server reads it. */
export interface ReadBuild {
  readonly problem: null
  readonly level: number
  readonly class_name: string
  /** Calculated by Path of Building, by its names. */
  readonly figures: readonly (readonly [ShownFigure, number])[]
  readonly numbers: readonly NumberVerdict[]
  readonly worn: readonly WornVerdict[]
  readonly unread: readonly UnreadSlot[]
}
export type BuildPaste = ReadBuild | { readonly problem: string }

export const shownFigures = ['Life', 'EnergyShield', 'TotalEHP', 'CombinedDPS'] as const
export type ShownFigure = (typeof shownFigures)[number]

/** The objectives of an event that a paste is compared with. */
export interface ComparedObjectives {
  readonly items: readonly PlacedObjective[]
  readonly numbers: readonly PlacedObjective[]
  /** Null without an imported tree, or while it is loaded. */
  readonly ascendancy_nodes: ReadonlySet<number> | null
}

/** Reads the XML of a code for the objectives of an event. @param at in milliseconds */
export function readBuildPaste(xml: string, objectives: ComparedObjectives, game_version: GameVersion, at: number): BuildPaste {
  const read = readReportedBuild(xml, game_version)
  if (!read.ok) return { problem: read.reason }
  const { build, worn, unread } = read.reported
  const tryItem = createItemTrier(objectives.items, game_version, at)
  return {
    problem: null,
    level: build.level,
    class_name: nameWearer(build),
    figures: shownFigures.flatMap((name) => {
      const value = build.stats.get(name) ?? 0
      return value > 0 ? [[name, value] as const] : []
    }),
    numbers: objectives.numbers.flatMap((placed) => {
      const number = readBuildNumber(placed.definition, read.reported, at, objectives.ascendancy_nodes)
      return number ? [{ ...placed, ...number }] : []
    }),
    worn: worn.map(({ slot, text, item, read: reading, left_out }) => ({
      slot,
      left_out,
      item: { ...tryItem(text, { ...reading, item }), line: 1 },
    })),
    unread,
  }
}

/** The results that count: worn items for each of their objectives, and numbers. */
export const listResults = ({ worn, numbers }: ReadBuild): PlacedObjective[] => [
  ...worn.flatMap(({ item }) => item.hits),
  ...numbers.filter(({ state }) => state === 'counts'),
]

/** The name of a character for lists and messages. */
export const nameBuild = ({ level, class_name }: ReadBuild): string => t('report.build.name', { level, class: class_name })
