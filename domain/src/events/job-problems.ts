import type { GameVersion } from '@muster/contract/events'
import type { JobType } from '@muster/contract/jobs'
import { type GameOffers, gameOffers } from './game-offers.ts'

const guildTabs = {
  needs: 'guild_tabs',
  problem: 'Path of Exile 2 does not show guild tabs to other programs. Let players submit what they found',
} as const

/** What a job reads, and why it cannot where the game does not have it, with what to do instead. */
const needs: Partial<Record<JobType, { readonly needs: keyof GameOffers; readonly problem: string }>> = {
  FetchStashChanges: {
    needs: 'stash_stream',
    problem:
      'Path of Exile 2 has no public stash stream. Items are read from characters: start FetchCharacterData and EvaluateStashChanges',
  },
  FetchGuildStashes: guildTabs,
  DetermineGuildStashAccess: guildTabs,
}

/** Why a job can do nothing for an event of this game, and what to do instead; null when it can. */
export function findJobProblem(job_type: JobType, game_version: GameVersion): string | null {
  const need = needs[job_type]
  return need === undefined || gameOffers(game_version)[need.needs] ? null : need.problem
}
