import { callsOf } from './calls-of.ts'
import { Clock } from '../events.ts'
import { Health, Readiness } from '../health.ts'
import { Outage, OutageNote, Status, StatusSettings } from '../status.ts'

const { GET, PUT } = callsOf('server')

export const serverEndpoints = {
  getHealth: GET('/health', {
    keys: null,
    access: 'public',
    reply: Health,
    refusals: ['unavailable'],
    summary: 'Whether this server can write to its database and read from it',
  }),
  getReadiness: GET('/ready', {
    keys: null,
    access: 'public',
    reply: Readiness,
    refusals: ['unavailable'],
    summary: 'The parts of the server that are behind schedule, and since when',
  }),
  getStatus: GET('/status', {
    keys: 'public',
    access: 'public',
    reply: Status,
    refusals: ['unavailable'],
    summary:
      'Whether everything is running, and the newest outages; for organisers, and for everyone if an admin has made it public',
  }),
  saveStatusSettings: PUT('/status/settings', {
    access: ['admin'],
    body: StatusSettings,
    summary: 'Shows the status to everyone, or to organisers only',
  }),
  noteOutage: PUT('/status/outages/{outage_id}/note', {
    access: ['admin'],
    body: OutageNote,
    reply: Outage,
    refusals: ['outage_not_found', 'changed_meanwhile'],
    summary: 'Sets the public note on an outage; null removes it',
  }),
  getClock: GET('/clock', {
    tag: 'events',
    keys: 'public',
    access: 'public',
    reply: Clock,
    summary: 'The event clock of this server',
  }),
} as const
