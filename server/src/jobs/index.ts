import { type JobType, jobTypes } from '@muster/contract/jobs'
import { determineGuildStashAccess } from './determine-guild-stash-access.ts'
import { evaluateStashChanges } from './evaluate-stash-changes.ts'
import { fetchCharacterData } from './fetch-character-data.ts'
import { fetchGuildStashes } from './fetch-guild-stashes.ts'
import { fetchStashChanges } from './fetch-stash-changes.ts'
import type { Job } from './job.ts'

/** Every job of the system. */
export const jobs: Record<JobType, Job> = {
  FetchStashChanges: fetchStashChanges,
  EvaluateStashChanges: evaluateStashChanges,
  FetchCharacterData: fetchCharacterData,
  FetchGuildStashes: fetchGuildStashes,
  DetermineGuildStashAccess: determineGuildStashAccess,
}

/** Those that one process runs together, because they share the game's limits. */
export const gameJobs: readonly JobType[] = jobTypes.filter((job_type) => jobs[job_type].asks_game)
