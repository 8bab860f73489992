import type { ReportRule } from '@muster/contract/report-rules'
import type { GameItem } from '@muster/contract/game-api'
import type { ObjectiveType } from '@muster/contract/objectives'
import type { ApprovalStatus, TrustLevel } from '@muster/contract/submissions'
import { toAscii } from '../builds/xml.ts'
import { nameClass } from '../items/classes.ts'
import { basePrefixes } from '../items/copied/copied-heading.ts'
import { type CopiedItem, readCopiedItem } from '../items/copied/read-copied-item.ts'
import { isRecord, readText } from '../items/normalise.ts'
import { takesSubmissions } from '../objectives/kinds.ts'

/** A reported item with the class that its text names, or the line that cannot be read. */
export type ReportedText =
  | { readonly ok: true; readonly item: GameItem; readonly name: string; readonly read: Extract<CopiedItem, { ok: true }> }
  | Extract<CopiedItem, { ok: false }>

/** Reads the text of a report, as the page does before it is sent. `name` is for people: a unique's own name, or the base. */
export function readReportedText(text: string): ReportedText {
  const read = readCopiedItem(text)
  if (!read.ok) return read
  const name = [readText(read.item['name']), readText(read.item['typeLine'])].filter((part) => part !== '').join(', ')
  return { ok: true, item: nameClass(read.item, read.class_id), name, read }
}

/** Fields that can differ between two copies of one item, because its owner changes them: the note, the size of the stack. */
const passing: readonly string[] = ['note', 'stackSize', 'maxStackSize']

/** One text for each content, whatever the order of its fields. */
function describe(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(describe).join(',')}]`
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null'
  const fields = Object.keys(value)
    .filter((name) => !passing.includes(name) && value[name] !== undefined)
    .toSorted()
  return `{${fields.map((name) => `${JSON.stringify(name)}:${describe(value[name])}`).join(',')}}`
}

const isStackSize = (property: unknown) => isRecord(property) && property['name'] === 'Stack Size'

/** A modifier of several lines is one text in the detailed form, and several in the plain one. */
const listLines = (mods: unknown) =>
  Array.isArray(mods)
    ? mods
        .map(readText)
        .join('\n')
        .split('\n')
        .toSorted((a, b) => (a < b ? -1 : 1))
    : mods

/** Fields that identify an item with modifiers. The code of a build shows them, but not its requirements and other properties. */
const identifying: readonly string[] = ['rarity', 'name', 'typeLine', 'ilvl', 'implicitMods', 'explicitMods']
const hasModifiers = ({ explicitMods }: Readonly<Record<string, unknown>>) =>
  Array.isArray(explicitMods) && explicitMods.length > 0

/**
 * A text that is equal for two copies of one item: with or without the ranges of its modifiers, from the game or from a build.
 * @param item as `readCopiedItem` reads it
 */
export function identifyItem(item: Readonly<Record<string, unknown>>): string {
  if (hasModifiers(item) && item['stackSize'] === undefined) return identifyByModifiers(item)
  const { properties, ...rest } = item
  const lines = Object.entries(rest).map(([name, value]) => [name, name.endsWith('Mods') ? listLines(value) : value])
  const kept = Array.isArray(properties) ? properties.filter((property) => !isStackSize(property)) : []
  return describe({ ...Object.fromEntries(lines), properties: kept })
}

function identifyByModifiers(item: Readonly<Record<string, unknown>>): string {
  const typeLine = readText(item['typeLine']).replace(basePrefixes, '')
  const kept = identifying.map((name) => [name, name.endsWith('Mods') ? listLines(item[name]) : item[name]])
  return toAscii(describe({ ...Object.fromEntries(kept), typeLine }))
}

const rolled: readonly unknown[] = ['Magic', 'Rare']

/**
 * Whether two reports of this text almost certainly show one item: a magic or rare item with modifiers, and no stack. Uniques of one
 * kind look alike, and so does currency.
 */
export function isUnmistakable(item: Readonly<Record<string, unknown>>): boolean {
  return rolled.includes(item['rarity']) && hasModifiers(item) && item['stackSize'] === undefined
}

/**
 * The server refuses an unmistakable item that its reporter has reported before, and shows judges the earlier report of any other
 * item but a stack. After a rejection, a player may report an item again.
 * @param earlier reports of items with the same identity
 */
export function judgeDouble(
  item: Readonly<Record<string, unknown>>,
  reporter_id: number,
  earlier: readonly { readonly user_id: number; readonly approval_status: ApprovalStatus }[],
): 'refused' | 'flagged' | 'new' {
  const isOwn = earlier.some(({ user_id, approval_status }) => user_id === reporter_id && approval_status !== 'REJECTED')
  if (isOwn && isUnmistakable(item)) return 'refused'
  return earlier.length > 0 && item['stackSize'] === undefined ? 'flagged' : 'new'
}

/** A report about an older find waits for a judge, because its time decides ranks. */
export const freshReport_ms = 10 * 60_000

/** The level at which a new report counts before a judge has seen it; null: it waits. Times in milliseconds. */
export function countsAtOnce(
  rule: ReportRule,
  report: {
    readonly objective_type: ObjectiveType | ''
    /** An earlier report has the same item. */
    readonly is_double: boolean
    /** It has a sign of `suspicion.ts`. */
    readonly is_suspect: boolean
    /** The event trusts the player: see `isTrusted`. */
    readonly is_trusted: boolean
    readonly happened_at: number
    readonly now: number
  },
): TrustLevel | null {
  if (takesSubmissions(report) || report.is_double || report.is_suspect) return null
  if (report.now - report.happened_at > freshReport_ms) return null
  if (report.is_trusted) return 'confirmed'
  return rule === 'honour' ? 'reported' : null
}
