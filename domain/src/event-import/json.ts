import { cleanName, isPlainName } from '@muster/contract/names'
import { nameLength } from '@muster/contract/body'
import { longestOffset_ms, readTime } from '../definition-file/moment.ts'
import { type Report, quoted } from './report.ts'

/** An object of an answer; its values are unchecked. */
export type Raw = Readonly<Record<string, unknown>>
export const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)

export const listObjects = (value: unknown): readonly Raw[] => (Array.isArray(value) ? value.filter(isRaw) : [])

/** The value of the first name that has one: a field is looked up under its names in both vocabularies. */
export function pick(raw: Raw, ...names: readonly string[]): unknown {
  const name = names.find((one) => Object.hasOwn(raw, one) && raw[one] !== null && raw[one] !== undefined)
  return name === undefined ? null : raw[name]
}

export const readText = (value: unknown): string => (typeof value === 'string' ? value : '')
export const readId = (value: unknown): number | null => (typeof value === 'number' && Number.isSafeInteger(value) ? value : null)

/** A name in its stored form; reported if it had to change. */
export function readName(value: unknown, spare: string, path: string, report: Report): string {
  const given = readText(value)
  const plain = isPlainName(given) ? given : given.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu, ' ')
  const name = cleanName(plain).slice(0, nameLength).trim() || spare
  if (cleanName(given) !== name)
    report.check(path, `its name is now ${quoted(name)}`, 'Names are single lines of 1 to 200 characters.')
  return name
}

/** A whole number within bounds; null if it is absent; for other values null and a line in the report. */
export function readWhole(value: unknown, least: number, most: number, path: string, report: Report): number | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most) return value
  report.leaveOut(path, `${quoted(value)} is not a whole number from ${least} to ${most}`, 'Enter the number by hand.')
  return null
}

/** The server of the existing system writes an absent time as the year 1. */
const noTime = /^0001-/

/** Milliseconds since 1970 of a time with its zone and any fraction; null if it is absent or, with a line in the report, unreadable. */
export function readMoment(value: unknown, path: string, report: Report): number | null {
  const text = readText(value).trim()
  if ((value ?? '') === '' || noTime.test(text)) return null
  const time = readTime(text.replace(/(\.\d{3})\d+/, '$1'))
  if (time === null)
    report.leaveOut(
      path,
      `${quoted(value)} is not a date and time with its zone`,
      'Enter the time by hand: its zone cannot be guessed.',
    )
  return time
}

/** The same as milliseconds after the start of the event. */
export function readOffset(value: unknown, start: number, path: string, report: Report): number | null {
  const time = readMoment(value, path, report)
  if (time === null || Math.abs(time - start) <= longestOffset_ms) return time === null ? null : time - start
  report.leaveOut(path, `${quoted(value)} is too far from the start`, 'Enter the time by hand.')
  return null
}

/** Reports fields that this version does not know, once for each name. */
export class UnknownFields {
  private readonly seen = new Map<string, { path: string; count: number }>()

  note(raw: Raw, known: ReadonlySet<string>, kind: string, path: string): void {
    for (const [name, value] of Object.entries(raw)) {
      if (known.has(name) || isEmpty(value)) continue
      const before = this.seen.get(`${kind}.${name}`)
      if (before) before.count += 1
      else this.seen.set(`${kind}.${name}`, { path, count: 1 })
    }
  }

  report(report: Report): void {
    for (const [name, { path, count }] of this.seen) {
      const often = count === 1 ? '' : `, and in ${count - 1} more`
      report.leaveOut(path, `the field ${quoted(name)} is unknown${often}`, 'Enter by hand whatever it means for the event.')
    }
  }
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  (isRaw(value) && Object.keys(value).length === 0)
