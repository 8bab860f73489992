import type { JobType } from '@muster/contract/jobs'
import { evaluateStashChanges } from './evaluate-stash-changes.ts'
import { fetchCharacterData } from './fetch-character-data.ts'
import { fetchStashChanges } from './fetch-stash-changes.ts'
import type { Job } from './job.ts'

/** A job type of the specification that this version does not run yet: whoever starts it is told so on every look. */
const notBuiltYet = (what: string): Job => ({
  start: () => async () => ({ ok: false, error: `${what} is not part of this version yet`, wait_ms: 60 * 60_000 }),
})

/** Every job of the system. */
export const jobs: Record<JobType, Job> = {
  FetchStashChanges: fetchStashChanges,
  EvaluateStashChanges: evaluateStashChanges,
  FetchCharacterData: fetchCharacterData,
  FetchGuildStashes: notBuiltYet('Reading guild stashes'),
  DetermineGuildStashAccess: notBuiltYet('Finding out who sees which guild tab'),
}
