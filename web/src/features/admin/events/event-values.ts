import type { CallInput } from '@muster/contract/endpoint'
import type { Endpoints } from '@muster/contract/endpoints'
import { type Event, type EventField, type eventColumns, eventFields } from '@muster/contract/events'
import { defaultGame } from '@muster/contract/game-versions'
import type { WallClock } from '@muster/domain/events/shift'
import { readZone } from '../../../lib/time/event-zone.ts'
import { type PersonalInput, readPersonalInput, toPersonalInput, usualInput } from './personal-input.ts'
import { fromWallClock, toWallClock } from '../../../lib/time/zoned-time.ts'

export type EventBody = CallInput<Endpoints['createEvent']>['body']

type KindOf<N extends EventField> = (typeof eventColumns)[N]['kind']
/** Values of the event form, with the API's field names; numbers as typed. */
export type EventValues = {
  [N in EventField]: KindOf<N> extends 'choice' ? Event[N] : KindOf<N> extends 'personal' ? PersonalInput : string
}
export type ChoiceValue = { [N in EventField]: KindOf<N> extends 'choice' ? Event[N] : never }[EventField]
type TextColumn = { [N in EventField]: KindOf<N> extends 'name' | 'text' | 'hosts' | 'limit' ? N : never }[EventField]

export const dateFields = ['application_start_time', 'application_end_time', 'event_start_time', 'event_end_time'] as const
export type DateField = (typeof dateFields)[number]

export const readValues = (event: Event) =>
  Object.fromEntries(
    eventFields.map((field) => [
      field.name,
      field.kind === 'personal' ? toPersonalInput(event[field.name]) : String(event[field.name] ?? ''),
    ]),
  ) as unknown as EventValues

/** Converts a form value for the API. */
function readInput(kind: KindOf<EventField>, value: string): string | number | null {
  if (kind === 'number') return Number(value)
  if (kind === 'limit') return value.trim() === '' ? null : Number(value)
  if (kind === 'text' || kind === 'hosts') return value.trim() || null
  return kind === 'name' ? value.trim() : value
}

const hour_ms = 3_600_000
const day_ms = 24 * hour_ms

/** Defaults of a new event, in the organiser's time zone: signups for two weeks from now, then three days of play. */
export function proposeValues(now_ms: number): EventValues {
  const hour = Math.ceil(now_ms / hour_ms) * hour_ms
  const at = (days: number) => new Date(hour + days * day_ms).toISOString()
  const texts = eventFields.filter(({ kind }) => kind === 'name' || kind === 'text' || kind === 'hosts' || kind === 'limit')
  return {
    ...(Object.fromEntries(texts.map(({ name }) => [name, ''])) as Record<TextColumn, string>),
    game_version: defaultGame,
    application_start_time: at(0),
    application_end_time: at(14),
    event_start_time: at(15),
    event_end_time: at(18),
    max_size: '100',
    waitlist_size: '20',
    objectives_shown: 'at_start',
    reports: 'reviewed',
    report_proof: 'optional',
    game_log: 'off',
    guild_log: 'names',
    time_zone: readZone(),
    personal_objectives: usualInput,
  }
}

/** The columns that the form has. */
export const toColumns = (values: EventValues) =>
  Object.fromEntries(
    eventFields.map((field) => [
      field.name,
      field.kind === 'personal' ? readPersonalInput(values[field.name]) : readInput(field.kind, values[field.name]),
    ]),
  ) as unknown as Pick<EventBody, EventField>

/** The request body; flags of a new event are all off. */
export function toBody(values: EventValues, event: Event | null, base_version?: number): EventBody {
  const { is_current, is_public, is_locked } = event ?? { is_current: false, is_public: false, is_locked: false }
  return {
    ...toColumns(values),
    id: event?.id ?? null,
    base_version,
    is_current,
    is_public,
    is_locked,
  }
}

/** The clock of a time zone for the date rules, with a resolution of one second. */
export const clockOf = (zone: string): WallClock => ({
  toLocal: (at) => Date.parse(`${toWallClock(at, zone)}Z`),
  fromLocal: (local) => fromWallClock(new Date(local).toISOString().slice(0, 19), zone) ?? local,
})
