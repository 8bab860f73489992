import type { EndpointName } from '@muster/contract/endpoints'
import type { CallExamples } from './call-example.ts'
import { eventExamples } from './event-examples.ts'
import { guildExamples } from './guild-examples.ts'
import { objectiveExamples } from './objective-examples.ts'
import { playerExamples } from './player-examples.ts'
import { scoreExamples } from './score-examples.ts'

/** An example of every call, for the API document; a call without one does not compile. */
export const examples: CallExamples<EndpointName> = {
  ...eventExamples,
  ...objectiveExamples,
  ...scoreExamples,
  ...playerExamples,
  ...guildExamples,
}

/** What stands in addresses, by the name of the parameter, as it is written there. */
export const exampleParameters: Readonly<Record<string, string | number>> = {
  event_id: 'current',
  eventId: 'current',
  team_id: 7,
  user_id: 12,
  objective_id: 118,
  correction_id: 5,
  submission_id: 81,
  id: 118,
  guildId: 784_221,
  stash_id: '6a1f0c9b2e',
  character_id: 'c81f0a4be5d2',
  provider: 'poe',
  game_version: 'poe1',
  kind: 'atlas',
  patch: '3_27',
  redirect_url: 'https://muster.example.com/auth/poe/callback',
  last_url: '/signup',
  token: 'HEADER.PAYLOAD.SIGNATURE',
  threshold_seconds: 1800,
  before: 4711,
  after: 12,
  since: 4711,
  limit: 50,
  offset: 100,
  version: 2,
  from: 1_768_593_600,
  to: 1_768_658_400,
  only: 'points',
  explain: 118,
  search: 'ada',
  username: 'AdaPlays-1042',
  itemname: 'divine',
  stashname: 'Cards',
  other_conditions: 'keep',
}
