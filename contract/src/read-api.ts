import type { EndpointName } from './endpoints.ts'

/**
 * The reads that tools build on, by version. At `/api/v1/…` they keep their addresses, parameters and fields as
 * `docs/read-api/v1.json` describes them; new fields and calls may come. A change that breaks clients needs a new version here,
 * and the old one stays.
 */
export const readApiCalls = {
  1: [
    'getEvents',
    'getEvent',
    'getTeams',
    'getUsersForEvent',
    'getObjectiveTreeForEvent',
    'getScoringPresetsForEvent',
    'getLatestScoresForEvent',
    'getScoreChanges',
    'getScoreHistory',
    'scoreStream',
    'getReceipt',
    'getLadder',
    'getStreams',
    'getAnnouncements',
    'getEventTable',
  ],
} as const satisfies Readonly<Record<number, readonly EndpointName[]>>
