import type { GameVersion } from '@muster/contract/events'
import { experienceTables } from './experience-table.ts'

/** Experience at which a level and the next one begin; null for levels outside the table. */
function readSpan(game_version: GameVersion, level: number): { start: number; next: number | null } | null {
  const table = experienceTables[game_version]
  const start = table[level - 1]
  return start === undefined ? null : { start, next: table[level] ?? null }
}

/** Share of the way to the next level, 0 to 1; 1 at the last level, 0 if level or experience is unknown. */
export function readLevelProgress(game_version: GameVersion, level: number, experience: number): number {
  const span = readSpan(game_version, level)
  if (span === null || Number.isNaN(experience)) return 0
  if (span.next === null) return 1
  return Math.max(0, Math.min(1, (experience - span.start) / (span.next - span.start)))
}

/** The level for a total experience. */
export function readLevel(game_version: GameVersion, experience: number): number {
  return Math.max(1, experienceTables[game_version].findLastIndex((start) => start <= experience) + 1)
}
