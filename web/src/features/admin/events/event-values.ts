import type { CallInput } from '@muster/contract/endpoint'
import type { Endpoints } from '@muster/contract/endpoints'
import type { Event, GameVersion } from '@muster/contract/events'
import type { EventDates } from '@muster/domain/events/dates'
import type { WallClock } from '@muster/domain/events/shift'
import { fromWallClock, toWallClock } from '../../../lib/time/zoned-time.ts'

export type EventBody = CallInput<Endpoints['createEvent']>['body']

/** What the form of an event holds, named as on the wire; numbers as they are typed. */
export interface EventValues {
  name: string
  game_version: GameVersion
  patch: string
  application_start_time: string
  application_end_time: string
  event_start_time: string
  event_end_time: string
  max_size: string
  waitlist_size: string
}

export const dateFields = ['application_start_time', 'application_end_time', 'event_start_time', 'event_end_time'] as const
export type DateField = (typeof dateFields)[number]

export const readValues = (event: Event): EventValues => ({
  name: event.name,
  game_version: event.game_version,
  patch: event.patch ?? '',
  application_start_time: event.application_start_time,
  application_end_time: event.application_end_time,
  event_start_time: event.event_start_time,
  event_end_time: event.event_end_time,
  max_size: String(event.max_size),
  waitlist_size: String(event.waitlist_size),
})

const hour_ms = 3_600_000
const day_ms = 24 * hour_ms

/** A new event, as far as anything can be guessed: signups for two weeks from now on, then three days of play. */
export function proposeValues(now_ms: number): EventValues {
  const hour = Math.ceil(now_ms / hour_ms) * hour_ms
  const at = (days: number) => new Date(hour + days * day_ms).toISOString()
  return {
    name: '',
    game_version: 'poe1',
    patch: '',
    application_start_time: at(0),
    application_end_time: at(14),
    event_start_time: at(15),
    event_end_time: at(18),
    max_size: '100',
    waitlist_size: '20',
  }
}

/** As a call takes it; flags of a new event are all off. */
export function toBody(values: EventValues, event: Event | null, base_version?: number): EventBody {
  const { is_current, is_public, is_locked } = event ?? { is_current: false, is_public: false, is_locked: false }
  return {
    ...values,
    id: event?.id ?? null,
    base_version,
    name: values.name.trim(),
    patch: values.patch.trim() || null,
    max_size: Number(values.max_size),
    waitlist_size: Number(values.waitlist_size),
    is_current,
    is_public,
    is_locked,
  }
}

/** Times in ms; NaN where none is typed. */
export const readDates = (values: EventDates<string>): EventDates<number> => ({
  application_start_time: Date.parse(values.application_start_time),
  application_end_time: Date.parse(values.application_end_time),
  event_start_time: Date.parse(values.event_start_time),
  event_end_time: Date.parse(values.event_end_time),
})

/** The clock of a zone, as rules about dates need it; seconds are its smallest step. */
export const clockOf = (zone: string): WallClock => ({
  toLocal: (at) => Date.parse(`${toWallClock(at, zone)}Z`),
  fromLocal: (local) => fromWallClock(new Date(local).toISOString().slice(0, 19), zone) ?? local,
})
