import type { GameItem } from '@muster/contract/game-api'
import type { GuildLogAction } from '@muster/contract/guilds'
import type { LogMatch } from '@muster/contract/team-stash'
import { parseWholeNumber, readText } from '../items/normalise.ts'

/** The properties of an item that a guild's log can mention. */
export interface LoggedItem {
  /** Empty for an item without a name of its own. */
  readonly name: string
  readonly type_line: string
  readonly base_type: string
  /** Names of its tab in the log: a part of a collection has its own name and the name of the collection. */
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

/** How the log names this item: for a named item the text contains its name, for others it is the type or the base. */
export const readLogText = ({ name, type_line, base_type }: Pick<LoggedItem, 'name' | 'type_line' | 'base_type'>) =>
  name === ''
    ? { is: [...new Set([type_line, base_type])].filter((text) => text !== ''), contains: null }
    : { is: [], contains: name }

const isNamed = (line: PlacedLine, item: LoggedItem): boolean => {
  const { is, contains } = readLogText(item)
  return contains === null ? is.includes(line.item_name) : line.item_name.includes(contains)
}

/** How well a line matches an item; null: it is about another item. */
export function matchLine(line: PlacedLine, item: LoggedItem): LogMatch | null {
  if (!isNamed(line, item)) return null
  if (line.stash_name === null || !item.tabs.includes(line.stash_name)) return 'elsewhere'
  return line.x === item.x && line.y === item.y ? 'place' : 'tab'
}

/**
 * The line that put the item into its position, as far as it can be inferred: the last matching line at that position, unless the
 * item was taken out after it. null: the log has no such line.
 * @param lines oldest first; lines about other items are ignored
 * @param until milliseconds: when the item was seen there; later lines are ignored
 */
export function findDeposit<L extends PlacedLine>(lines: readonly L[], item: LoggedItem, until: number): L | null {
  const here = lines
    .filter((line) => line.timestamp <= until && line.action !== 'modified' && matchLine(line, item) === 'place')
    .reduce<L | null>((last, line) => (last === null || line.timestamp >= last.timestamp ? line : last), null)
  return here?.action === 'added' ? here : null
}
