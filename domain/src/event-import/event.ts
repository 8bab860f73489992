import { largestInt } from '@muster/contract/body'
import { gameVersions } from '@muster/contract/game-versions'
import type { EventEntry } from '../definition-file/document.ts'
import { pick, type Raw, readMoment, readName, readOffset, readText, readWhole, type UnknownFields } from './json.ts'
import { quoted, type Report } from './report.ts'

/** States of the event, which are not part of a file. */
const flags = ['is_current', 'is_public', 'is_locked', 'is_main_event']
const times = ['application_start_time', 'application_end_time', 'event_end_time'] as const
const known = new Set([
  'id',
  'name',
  'game_version',
  'patch',
  'max_size',
  'waitlist_size',
  'event_start_time',
  'uses_medals',
  'teams',
  ...times,
  ...flags,
])

/** The event in the answers: the only one, or the current one; null with a reason otherwise. */
export function chooseEvent(events: readonly Raw[], report: Report): { readonly event: Raw } | { readonly problem: string } {
  const byId = new Map(events.map((event) => [pick(event, 'id'), event]))
  const given = [...byId.values()]
  const current = given.filter((event) => event['is_current'] === true)
  const [event, ...others] = given.length === 1 ? given : current
  if (given.length === 0) return { problem: 'There is no event among the files: add the response of /api/events/ID.' }
  if (!event || others.length > 0)
    return { problem: `There are ${given.length} events among the files: keep the one to translate.` }
  for (const other of given) {
    if (other !== event)
      report.leaveOut(`event ${quoted(pick(other, 'name'))}`, 'it is not the current event', 'Translate it on its own.')
  }
  return { event }
}

export interface TranslatedEvent {
  readonly event: EventEntry
  /** Milliseconds since 1970. */
  readonly start: number
  /** After the start; null: not known. */
  readonly end: number | null
}

/** The event's own fields; null, with a line in the report, without a start, from which all times in a file count. */
export function translateEvent(raw: Raw, report: Report, unknown: UnknownFields): TranslatedEvent | null {
  const path = `event ${quoted(pick(raw, 'name'))}`
  unknown.note(raw, known, 'event', path)
  const start = readMoment(raw['event_start_time'], `${path}, event_start_time`, report)
  if (start === null) return null
  const offsets: Partial<Record<(typeof times)[number], number>> = {}
  for (const name of times) {
    const time = readOffset(raw[name], start, `${path}, ${name}`, report)
    if (time !== null) offsets[name] = time
  }
  if ((offsets.event_end_time ?? 0) < 0) {
    report.leaveOut(`${path}, event_end_time`, 'it is before the start', 'Enter the end by hand.')
    delete offsets.event_end_time
  }
  const { application_start_time: opens, application_end_time: closes } = offsets
  if (opens !== undefined && closes !== undefined && closes < opens) {
    report.leaveOut(`${path}, application_end_time`, 'signups close before they open', 'Enter the end of signups by hand.')
    delete offsets.application_end_time
  }
  const game = readText(raw['game_version']).trim().toLowerCase()
  const game_version = gameVersions.find((one) => one === game)
  if (!game_version)
    report.leaveOut(path, `there is no game ${quoted(game)}`, `Enter game_version by hand: ${gameVersions.join(' or ')}.`)
  const size = (name: string, least: number) => readWhole(raw[name], least, largestInt, `${path}, ${name}`, report)
  const [max_size, waitlist_size] = [size('max_size', 1), size('waitlist_size', 0)]
  const patch = readText(raw['patch']).trim()
  const states = flags.filter((name) => raw[name] === true)
  // An archive is public, locked and not current.
  if (report.result === 'file')
    report.check(
      path,
      states.length > 0 ? `it is ${states.join(', ')} there` : 'it has no flag there',
      'A file holds no flags. Set public, locked and current on the page of the event.',
    )
  if (raw['uses_medals'] === true)
    report.check(path, 'totals are shown as medals', 'They stay plain points: 10000, 100 and 1. Muster shows no medals.')
  return {
    start,
    end: offsets.event_end_time ?? null,
    event: {
      name: readName(raw['name'], 'Event', path, report),
      ...(game_version && { game_version }),
      ...(patch !== '' && { patch: readName(patch, '', `${path}, patch`, report) }),
      ...(max_size !== null && { max_size }),
      ...(waitlist_size !== null && { waitlist_size }),
      event_start_time: start,
      ...offsets,
    },
  }
}

/** Reports the teams, which are not part of a file, with the values to enter for each. */
export function reportTeams(teams: readonly Raw[], report: Report): void {
  const byId = new Map(teams.map((team) => [pick(team, 'id') ?? team, team]))
  for (const team of byId.values()) {
    const classes = Array.isArray(team['allowed_classes']) ? team['allowed_classes'].filter((one) => typeof one === 'string') : []
    const rest = [
      readText(team['abbreviation']) && `the abbreviation ${readText(team['abbreviation'])}`,
      readText(team['color']) && `the colour ${readText(team['color'])}`,
      classes.length > 0 && `the classes ${classes.join(', ')}`,
    ].filter(Boolean)
    const having = rest.length > 0 ? ` with ${rest.join(' and ')}` : ''
    report.leaveOut(`team ${quoted(team['name'])}`, 'a file has no teams', `Add the team on the page Teams${having}.`)
  }
}
