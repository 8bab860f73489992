import type { LogLine } from './log-line.ts'

/** Clocks drift by seconds a day, and lines of one league are weeks apart. */
const tolerance_ms = 120_000

/** A line with the time that it shows (ms), read without a zone; not a number for a time that no clock shows. */
export interface ClockedLine extends LogLine {
  readonly clock_ms: number
}

/**
 * Whether the clock went back, or advanced less than the uptime of the computer. A larger advance is innocent: the computer slept, or
 * it restarted, and its uptime with it.
 */
function wentBack(one: ClockedLine, next: ClockedLine): boolean {
  const passed = next.clock_ms - one.clock_ms
  const ran = Math.max(0, next.uptime_ms - one.uptime_ms)
  return !(passed >= ran - tolerance_ms)
}

const isSameLine = (one: LogLine, other: LogLine) =>
  one.uptime_ms === other.uptime_ms &&
  one.kind === other.kind &&
  one.character === other.character &&
  one.value === other.value &&
  one.number === other.number

/**
 * Whether the clock of a log jumps: the time of its lines and the uptime of the computer do not agree, or the same line has
 * arrived earlier with another time. A change to winter time explains an hour, so a judge asks.
 * @param lines of one report, in the order of the log
 * @param stored all lines of the player
 */
export function hasClockJump(lines: readonly ClockedLine[], stored: readonly LogLine[]): boolean {
  const known = Map.groupBy(stored, ({ uptime_ms }) => uptime_ms)
  return lines.some((line, place) => {
    const before = lines[place - 1]
    const isOther = (other: LogLine) => isSameLine(line, other) && other.logged !== line.logged
    return (before !== undefined && wentBack(before, line)) || (known.get(line.uptime_ms) ?? []).some(isOther)
  })
}

/**
 * Whether the same character has a higher level before this line, or a lower one after it. The order is that of the times in
 * the lines.
 */
export function isLevelOutOfOrder(line: LogLine, all: readonly LogLine[]): boolean {
  const isAgainst = ({ kind, character, number, logged }: LogLine) =>
    kind === 'level' &&
    character === line.character &&
    ((logged < line.logged && number > line.number) || (logged > line.logged && number < line.number))
  return line.kind === 'level' && all.some(isAgainst)
}
