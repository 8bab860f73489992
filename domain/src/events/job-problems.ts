import type { GameVersion } from '@muster/contract/events'
import type { JobType } from '@muster/contract/jobs'
import { games } from './games.ts'

/** Columns of the table of games. */
type NeededData = 'stash_stream' | 'guild_tabs'

const guildTabs = {
  needs: 'guild_tabs',
  problem: 'Path of Exile 2 does not show guild tabs to other programs. Let players submit what they found',
} as const

/** The data that a job needs, and for a game without it the reason and the alternative. */
const needs: Partial<Record<JobType, { readonly needs: NeededData; readonly problem: string }>> = {
  FetchStashChanges: {
    needs: 'stash_stream',
    problem:
      'Path of Exile 2 has no public stash stream. Items are read from characters: start FetchCharacterData and EvaluateStashChanges',
  },
  FetchGuildStashes: guildTabs,
  DetermineGuildStashAccess: guildTabs,
}

/** The data that a job needs and not every game offers; undefined if there is none. */
export const findJobNeed = (job_type: JobType): NeededData | undefined => needs[job_type]?.needs

/** Why a job cannot work for an event of this game, and what to do instead; null if it can. */
export function findJobProblem(job_type: JobType, game_version: GameVersion): string | null {
  const need = needs[job_type]
  return need === undefined || games[game_version][need.needs] ? null : need.problem
}
