import { type GameJobType, gameJobTypes, type ScheduledTaskName } from '@muster/contract/jobs'
import type { Calculators } from '../gateways/pob/calculators.ts'
import { createCalculateBuilds } from './calculate-builds.ts'
import { determineGuildStashAccess } from './determine-guild-stash-access.ts'
import { evaluateStashChanges } from './evaluate-stash-changes.ts'
import { fetchCharacterData } from './fetch-character-data.ts'
import { fetchGuildStashes } from './fetch-guild-stashes.ts'
import type { DiscordBot } from '../gateways/discord/bot.ts'
import { fetchStashChanges } from './fetch-stash-changes.ts'
import { createGiveDiscordRoles } from './give-discord-roles.ts'
import { followStreams } from './follow-streams.ts'
import type { GameJob, Job, WorkType } from './job.ts'
import { keepConnections } from './keep-connections.ts'
import { keepSandbox } from './keep-sandbox.ts'
import { removeRawDataOfEvents } from './remove-raw-data.ts'
import type { Channels } from './notices/deliver.ts'
import { scanItems } from './scan-items.ts'
import { createSendDirectMessages } from './send-direct-messages.ts'
import { createSendNotices } from './send-notices.ts'
import { createSendPersonalNotices } from './send-personal-notices.ts'
import type { ScheduledTask } from './scheduled-tasks.ts'

/** Every job of the system, and the work that runs under a job's lease without being listed as a job. */
export const jobs: Readonly<Record<GameJobType, GameJob> & Record<Exclude<WorkType, GameJobType>, Job>> = {
  FetchStashChanges: fetchStashChanges,
  EvaluateStashChanges: evaluateStashChanges,
  FetchCharacterData: fetchCharacterData,
  FetchGuildStashes: fetchGuildStashes,
  DetermineGuildStashAccess: determineGuildStashAccess,
  ScanItems: scanItems,
}

/** Jobs that run in one process, because its limiter counts all requests to the game (decision 0028). */
export const sharedLimits: readonly WorkType[] = [...gameJobTypes, 'ScanItems']

type ScheduledTasks = { readonly [Name in ScheduledTaskName]: ScheduledTask<Name> | null }

/** Every scheduled task, or null if this server is not set up for it. `start-server.ts` starts all of them. */
export const createScheduledTasks = (calculators: Calculators, channels: Channels, bot: DiscordBot | null): ScheduledTasks => ({
  FollowStreams: followStreams,
  KeepConnections: keepConnections,
  CalculateBuilds: Object.values(calculators).some((one) => one !== null) ? createCalculateBuilds(calculators) : null,
  RemoveRawData: removeRawDataOfEvents,
  SendNotices: createSendNotices(channels),
  SendPersonalNotices: createSendPersonalNotices(channels.push),
  SendDirectMessages: bot && createSendDirectMessages(bot),
  GiveDiscordRoles: bot && createGiveDiscordRoles(bot),
  KeepSandbox: keepSandbox,
})
