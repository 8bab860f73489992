import { type Aim, type Aims, aims, type SortEntry } from '@muster/contract/team-sort-input'

/** Playtime buckets, hours a day: below 4, below 7, below 10, below 13, and the rest. */
const bucketEnds = [4, 7, 10, 13]
export const bucketLabels = ['0–3', '4–6', '7–9', '10–12', '13+'] as const

/** The bucket for a number of hours a day. */
export function findBucket(hours: number): number {
  const bucket = bucketEnds.findIndex((end) => hours < end)
  return bucket < 0 ? bucketEnds.length : bucket
}

/** 0 = no past event, 1 = one to four, 2 = five or more. */
export const classifyExperience = (past_events: number): 0 | 1 | 2 => (past_events === 0 ? 0 : past_events < 5 ? 1 : 2)

/** The quarter of the day in UTC (0 = from midnight to 6) in which it is 20:00 at this offset, in hours. */
export const findEvening = (utc_offset_hours: number): number => Math.floor(((20 - utc_offset_hours + 24) % 24) / 6)

/** Expected hours a day: measured in past events if there are any, otherwise declared. */
export const findLikelyHours = (entry: Pick<SortEntry, 'expected_hours' | 'measured_hours'>): number =>
  entry.measured_hours ?? entry.expected_hours

/**
 * Figures in which teams should be equal: the aim, what a player adds to it, and the penalty for a difference of one, squared, at
 * importance 1. A whole player in the wrong team costs more than an hour; sizes cost most, then playtime buckets, so that the
 * teams are never further apart in them than after filling them one after the other.
 */
export const figures: readonly {
  readonly aim: Exclude<Aim, 'stay'>
  readonly weight: number
  readonly of: (entry: SortEntry) => number
}[] = [
  { aim: 'sizes', weight: 600, of: () => 1 },
  ...[0, 1, 2, 3, 4].map((bucket) => ({
    aim: 'playtime_buckets' as const,
    weight: 400,
    of: ({ expected_hours }: SortEntry) => Number(expected_hours > 0 && findBucket(expected_hours) === bucket),
  })),
  { aim: 'expected_hours', weight: 3, of: (entry) => entry.expected_hours },
  { aim: 'likely_hours', weight: 1, of: findLikelyHours },
  ...[0, 1, 2, 3].map((quarter) => ({
    aim: 'evenings' as const,
    weight: 6,
    of: ({ evening }: SortEntry) => Number(evening === quarter),
  })),
  ...[0, 1, 2].map((level) => ({
    aim: 'experience' as const,
    weight: 10,
    of: (entry: SortEntry) => Number(entry.expected_hours > 0 && entry.experience === level),
  })),
  { aim: 'help', weight: 25, of: (entry) => Number(entry.needs_help) },
  { aim: 'help', weight: 25, of: (entry) => Number(entry.wants_to_help) },
  { aim: 'guild_owners', weight: 40, of: (entry) => Number(entry.is_guild_owner) },
]

/** Newcomers for each helper. */
export const newcomersPerHelper = 3

/** Newcomers of a team beyond the capacity of its helpers. */
export const countAlone = (needs_help: number, wants_to_help: number): number =>
  Math.max(0, needs_help - newcomersPerHelper * wants_to_help)

/** Penalty for each newcomer without a helper in the team, at importance 1. */
export const aloneWeight = 150

/** Penalty for moving a player out of their current team, at importance 1. */
export const moveWeight = 4

/** All aims matter equally; players who have a team may move. */
export const usualAims: Aims = Object.fromEntries(aims.map((aim) => [aim, aim === 'stay' ? 0 : 1])) as Aims
