import type { GameItem } from '@muster/contract/game-api'
import type { GuildLogAction } from '@muster/contract/guilds'
import type { LogMatch } from '@muster/contract/team-stash'
import { parseWholeNumber, readText } from '../items/normalise.ts'

/** An item as far as a guild's log may tell of it. */
export interface LoggedItem {
  /** Empty for what has no name of its own. */
  readonly name: string
  readonly type_line: string
  readonly base_type: string
  /** Names under which the log may know its tab: a part of a collection has one of its own, and its collection's. */
  readonly tabs: readonly string[]
  readonly x: number | null
  readonly y: number | null
}

/** A line of the log. `timestamp` in milliseconds. */
export interface PlacedLine {
  readonly action: GuildLogAction
  readonly item_name: string
  readonly stash_name: string | null
  readonly x: number
  readonly y: number
  readonly timestamp: number
}

export const readLoggedItem = (item: GameItem, tabs: readonly string[]): LoggedItem => ({
  name: readText(item.name),
  type_line: readText(item.typeLine),
  base_type: readText(item.baseType),
  tabs,
  x: parseWholeNumber(item.x),
  y: parseWholeNumber(item.y),
})

/**
 * What a line that is about the item must say: a named piece is written with its base behind the name, anything else as its
 * label says.
 */
export const readLogText = ({ name, type_line, base_type }: Pick<LoggedItem, 'name' | 'type_line' | 'base_type'>) =>
  name === ''
    ? { is: [...new Set([type_line, base_type])].filter((text) => text !== ''), contains: null }
    : { is: [], contains: name }

const isNamed = (line: PlacedLine, item: LoggedItem): boolean => {
  const { is, contains } = readLogText(item)
  return contains === null ? is.includes(line.item_name) : line.item_name.includes(contains)
}

/** How near a line comes to an item; null: it is about something else. */
export function matchLine(line: PlacedLine, item: LoggedItem): LogMatch | null {
  if (!isNamed(line, item)) return null
  if (line.stash_name === null || !item.tabs.includes(line.stash_name)) return 'elsewhere'
  return line.x === item.x && line.y === item.y ? 'place' : 'tab'
}

/**
 * The line that put the item where it lies, as far as that can be inferred: the last one at its place that says so, unless the item
 * was taken out again after it. null: the log does not say.
 * @param lines oldest first; those about something else do no harm.
 * @param until milliseconds: when the item was seen there. What was logged later is about something that came after.
 */
export function findDeposit<L extends PlacedLine>(lines: readonly L[], item: LoggedItem, until: number): L | null {
  const here = lines
    .filter((line) => line.timestamp <= until && line.action !== 'modified' && matchLine(line, item) === 'place')
    .reduce<L | null>((last, line) => (last === null || line.timestamp >= last.timestamp ? line : last), null)
  return here?.action === 'added' ? here : null
}
