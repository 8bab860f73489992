import type { GameVersion } from '@muster/contract/events'
import { characterLength, type LogEvent, type LogEventKind, maxLevel, valueLength } from '@muster/contract/game-log'
import { experienceTables } from '../characters/experience-table.ts'
import { findBoss, isBoss, nameBoss } from './boss-lines.ts'

/** A recognised line, with the time and uptime that identify it. */
export type LogLine = Omit<LogEvent, 'timestamp'>

type Recognised = Pick<LogLine, 'kind' | 'character' | 'value' | 'number'>

/** Longest line that is read, in characters. Recognised lines are shorter. */
export const lineLength = 400

/**
 * The game writes this before the text: local time, uptime, hash, level, process. Sources of all forms: docs/evidence.md, DEATHS to
 * BOSS_LINES.
 */
const head = /^(\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d) (\d+) [0-9a-f]+ \[(?:INFO|DEBUG) Client \d+\] /

// Every pattern starts right after the bracket. A chat line has its mark (@, #, $, %, &) or the speaker's name there, so it cannot
// imitate an event whatever its author writes. The tag of a guild may stand before a name.
const levelUp = /^: (?:<[^<>]+> )?([^ ()<>:@#$%&"]+) \(([^()<>:@#$%&"]+)\) is now level (\d+)$/
const death = /^: (?:<[^<>]+> )?([^ ()<>:@#$%&"]+) has been slain\.$/
// The same in every language, and written again with each return. A line with the name of the area follows it.
const area = /^Generating level (\d+) area "(\w+)" with seed \d+$/
const passive = /^Successfully allocated passive skill id: (\w+), name: /

function readCharacter(text: string): Recognised | null {
  const levelled = levelUp.exec(text)
  if (levelled) {
    const [, name = '', value = '', number] = levelled
    return { kind: 'level', character: name, value, number: Number(number) }
  }
  const slain = death.exec(text)
  return slain && { kind: 'death', character: slain[1] ?? '', value: '', number: 0 }
}

function readArea(text: string): Recognised | null {
  const read = area.exec(text)
  return read && { kind: 'area', character: '', value: read[2] ?? '', number: Number(read[1]) }
}

function readPassive(text: string): Recognised | null {
  const read = passive.exec(text)
  return read && { kind: 'passive', character: '', value: read[1] ?? '', number: 0 }
}

function readBoss(text: string): Recognised | null {
  const value = findBoss(text)
  return value === null ? null : { kind: 'boss', character: '', value, number: 0 }
}

/** Whether an event is within the sizes that the server accepts. */
const fits = ({ character, value, number, uptime_ms }: LogLine) =>
  character.length <= characterLength && value.length <= valueLength && number <= maxLevel && Number.isSafeInteger(uptime_ms)

/** The reader of texts that begin with this character. */
const readers: Readonly<Record<string, (text: string) => Recognised | null>> = { ':': readCharacter, G: readArea, S: readPassive }

/**
 * Reads one line of the log. Null: the line has no known form. Chat, whispers, addresses and everything else that is not on
 * the list above are ignored.
 */
export function readLogLine(line: string): LogLine | null {
  if (line.length > lineLength) return null
  // Cheaper than the head, and most lines fail here.
  const end = line.indexOf('] ')
  if (end < 0) return null
  const text = line.slice(end + 2)
  const read = readers[text.charAt(0)]?.(text) ?? readBoss(text)
  if (!read) return null
  const written = head.exec(line)
  if (written?.[0].length !== end + 2) return null
  const [, logged = '', uptime] = written
  const event = { ...read, logged, uptime_ms: Number(uptime) }
  return fits(event) ? event : null
}

/** An id of the game, and the name of a class, of which the longest has 20 characters (Disciple of Varashta, in the game's tree). */
const isId = (value: string) => /^\w+$/.test(value)
const isClass = (value: string) => /^[\p{L}' -]{1,30}$/u.test(value)

const isValueOf: Readonly<Record<LogEventKind, (value: string, game_version: GameVersion) => boolean>> = {
  level: isClass,
  death: (value) => value === '',
  area: isId,
  passive: isId,
  boss: isBoss,
}

/**
 * Whether the reader can have read this event from a line of the game: a sentence is not a value, and no character has level
 * 200.
 */
export function isOfGame({ kind, character, value, number }: Recognised, game_version: GameVersion): boolean {
  const isOfCharacter = kind === 'level' || kind === 'death'
  const most = kind === 'level' ? experienceTables[game_version].length : kind === 'area' ? maxLevel : 0
  return isValueOf[kind](value, game_version) && isOfCharacter === (character !== '') && number <= most
}

/** The text of an event's line in the words of the game; for last words, the name of the boss instead. */
export function writeLogLine({ kind, character: name, value, number }: Recognised): string {
  switch (kind) {
    case 'level':
      return `${name} (${value}) is now level ${number}`
    case 'death':
      return `${name} has been slain.`
    case 'area':
      return `Generating level ${number} area "${value}"`
    case 'passive':
      return `Successfully allocated passive skill id: ${value}`
    case 'boss':
      return `Last words of ${nameBoss(value)}`
  }
}
