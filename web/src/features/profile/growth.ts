import type { GameVersion } from '@muster/contract/events'
import type { CharacterStat } from '@muster/contract/ladder'
import { readLevel, readLevelProgress } from '@muster/domain/characters/levels'

/** Figures that a chart can show beside the level; experience is always known, the others after a calculation. */
export const metrics = [
  'xp',
  'dps',
  'ehp',
  'hp',
  'mana',
  'es',
  'armour',
  'evasion',
  'ele_max_hit',
  'phys_max_hit',
  'movement_speed',
] as const satisfies readonly (keyof CharacterStat)[]
export type Metric = (typeof metrics)[number]

/** Metrics with any data. */
export const listMetrics = (readings: readonly CharacterStat[]): Metric[] =>
  metrics.filter((metric) => metric === 'xp' || readings.some((reading) => reading[metric] > 0))

export interface Growth {
  /** Unix seconds. */
  readonly times: readonly number[]
  /** With the share of the next one: 12.4. */
  readonly levels: readonly number[]
  readonly values: readonly number[]
}

export function readGrowth(game_version: GameVersion, readings: readonly CharacterStat[], metric: Metric): Growth {
  return {
    times: readings.map(({ timestamp }) => timestamp),
    levels: readings.map(({ xp }) => {
      const level = readLevel(game_version, xp)
      return level + (level < 100 ? readLevelProgress(game_version, level, xp) : 0)
    }),
    values: readings.map((reading) => reading[metric]),
  }
}

/** The first sightings of each tenth level and of the highest. */
export function listMilestones({ times, levels }: Pick<Growth, 'times' | 'levels'>): { level: number; at: number }[] {
  const highest = Math.floor(Math.max(1, ...levels))
  const wanted = Array.from({ length: Math.floor(highest / 10) }, (_, index) => (index + 1) * 10)
  if (highest % 10 !== 0) wanted.push(highest)
  return wanted.flatMap((level) => {
    const at = times[levels.findIndex((each) => each >= level)]
    return at === undefined ? [] : [{ level, at }]
  })
}
