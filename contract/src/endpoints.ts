import { activityEndpoints } from './endpoints/activity.ts'
import { announcementsEndpoints } from './endpoints/announcements.ts'
import { broadcastEndpoints } from './endpoints/broadcast.ts'
import { calendarsEndpoints } from './endpoints/calendars.ts'
import { conditionsEndpoints } from './endpoints/conditions.ts'
import { eventRulesEndpoints } from './endpoints/event-rules.ts'
import { charactersEndpoints } from './endpoints/characters.ts'
import { correctionsEndpoints } from './endpoints/corrections.ts'
import { definitionEndpoints } from './endpoints/definition.ts'
import { definitionFilesEndpoints } from './endpoints/definition-files.ts'
import { eventsEndpoints } from './endpoints/events.ts'
import { gameTreesEndpoints } from './endpoints/game-trees.ts'
import { guildStashEndpoints } from './endpoints/guild-stash.ts'
import { guildsEndpoints } from './endpoints/guilds.ts'
import { itemChecksEndpoints } from './endpoints/item-checks.ts'
import { itemPicturesEndpoints } from './endpoints/item-pictures.ts'
import { jobsEndpoints } from './endpoints/jobs.ts'
import { keysEndpoints } from './endpoints/keys.ts'
import { ladderEndpoints } from './endpoints/ladder.ts'
import { leaguesEndpoints } from './endpoints/leagues.ts'
import { loginEndpoints } from './endpoints/login.ts'
import { discordRolesEndpoints } from './endpoints/discord-roles.ts'
import { noticesEndpoints } from './endpoints/notices.ts'
import { personalNoticesEndpoints } from './endpoints/personal-notices.ts'
import { objectivesEndpoints } from './endpoints/objectives.ts'
import { ownDataEndpoints } from './endpoints/own-data.ts'
import { passkeysEndpoints } from './endpoints/passkeys.ts'
import { problemsEndpoints } from './endpoints/problems.ts'
import { readinessEndpoints } from './endpoints/readiness.ts'
import { receiptsEndpoints } from './endpoints/receipts.ts'
import { recordsEndpoints } from './endpoints/records.ts'
import { scoresEndpoints } from './endpoints/scores.ts'
import { scoringPresetsEndpoints } from './endpoints/scoring-presets.ts'
import { serverEndpoints } from './endpoints/server.ts'
import { signupQuestionsEndpoints } from './endpoints/signup-questions.ts'
import { signupsEndpoints } from './endpoints/signups.ts'
import { momentsEndpoints } from './endpoints/moments.ts'
import { streamsEndpoints } from './endpoints/streams.ts'
import { submissionsEndpoints } from './endpoints/submissions.ts'
import { suggestionsEndpoints } from './endpoints/suggestions.ts'
import { tablesEndpoints } from './endpoints/tables.ts'
import { teamRoomEndpoints } from './endpoints/team-room.ts'
import { teamSortEndpoints } from './endpoints/team-sort.ts'
import { teamsEndpoints } from './endpoints/teams.ts'
import { trackingEndpoints } from './endpoints/tracking.ts'
import { usersEndpoints } from './endpoints/users.ts'
import { wishesEndpoints } from './endpoints/wishes.ts'
import { workbenchEndpoints } from './endpoints/workbench.ts'

/** Every call of the API. Routes, handler types, client, documentation and the access tests come from this table. */
export const endpoints = {
  ...activityEndpoints,
  ...announcementsEndpoints,
  ...broadcastEndpoints,
  ...calendarsEndpoints,
  ...conditionsEndpoints,
  ...eventRulesEndpoints,
  ...charactersEndpoints,
  ...correctionsEndpoints,
  ...definitionEndpoints,
  ...definitionFilesEndpoints,
  ...eventsEndpoints,
  ...gameTreesEndpoints,
  ...guildStashEndpoints,
  ...guildsEndpoints,
  ...itemChecksEndpoints,
  ...itemPicturesEndpoints,
  ...jobsEndpoints,
  ...keysEndpoints,
  ...ladderEndpoints,
  ...leaguesEndpoints,
  ...loginEndpoints,
  ...discordRolesEndpoints,
  ...noticesEndpoints,
  ...personalNoticesEndpoints,
  ...objectivesEndpoints,
  ...ownDataEndpoints,
  ...passkeysEndpoints,
  ...problemsEndpoints,
  ...readinessEndpoints,
  ...receiptsEndpoints,
  ...recordsEndpoints,
  ...scoresEndpoints,
  ...scoringPresetsEndpoints,
  ...serverEndpoints,
  ...signupQuestionsEndpoints,
  ...signupsEndpoints,
  ...momentsEndpoints,
  ...streamsEndpoints,
  ...submissionsEndpoints,
  ...suggestionsEndpoints,
  ...tablesEndpoints,
  ...teamRoomEndpoints,
  ...teamSortEndpoints,
  ...teamsEndpoints,
  ...trackingEndpoints,
  ...usersEndpoints,
  ...wishesEndpoints,
  ...workbenchEndpoints,
} as const

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
