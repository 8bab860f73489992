import type { GameVersion } from '@muster/contract/events'
import type { JobType } from '@muster/contract/jobs'

/** What the game's API offers for the first game only. */
const firstGameOnly: Partial<Record<JobType, string>> = {
  FetchStashChanges: 'Path of Exile 2 has no public stash stream',
  FetchGuildStashes: 'Path of Exile 2 has no guild stashes in its API',
  DetermineGuildStashAccess: 'Path of Exile 2 has no guild stashes in its API',
}

/** Why a job can do nothing for an event of this game, as a sentence; null when it can. */
export const findJobProblem = (job_type: JobType, game_version: GameVersion): string | null =>
  (game_version === 'poe2' && firstGameOnly[job_type]) || null
