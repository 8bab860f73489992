import type { CallExamples } from './call-example.ts'
import { adminExamples } from './admin-examples.ts'
import { broadcastExamples } from './broadcast-examples.ts'
import { definitionExamples } from './definition-examples.ts'
import { definitionFileExamples } from './definition-file-examples.ts'
import { eventExamples } from './event-examples.ts'
import { guildExamples } from './guild-examples.ts'
import { itemCheckExamples } from './item-check-examples.ts'
import { momentExamples } from './moment-examples.ts'
import { objectiveExamples } from './objective-examples.ts'
import { passkeyExamples } from './passkey-examples.ts'
import { personalNoticeExamples } from './personal-notice-examples.ts'
import { playerExamples } from './player-examples.ts'
import { scoreExamples } from './score-examples.ts'
import { trackingExamples } from './tracking-examples.ts'
import { workbenchExamples } from './workbench-examples.ts'
import { teamSortExamples } from './team-sort-examples.ts'

/**
 * An example of every call, for the API document and for the requests of the tests in e2e/api; a missing one does not compile.
 * The tests shift times and replace ids (`e2e/api/requests.ts`).
 */
export const examples: CallExamples = {
  ...adminExamples,
  ...broadcastExamples,
  ...definitionExamples,
  ...definitionFileExamples,
  ...eventExamples,
  ...itemCheckExamples,
  ...momentExamples,
  ...objectiveExamples,
  ...scoreExamples,
  ...passkeyExamples,
  ...personalNoticeExamples,
  ...playerExamples,
  ...guildExamples,
  ...trackingExamples,
  ...workbenchExamples,
  ...teamSortExamples,
}

/** Values of address parameters by name. */
export const exampleParameters: Readonly<Record<string, string | number>> = {
  event_id: 'current',
  eventId: 'current',
  team_id: 7,
  user_id: 12,
  objective_id: 118,
  objective: 118,
  team: 7,
  delay: 90,
  overlay: 'strip',
  url: 'https://muster.example.com/scores?event=3',
  maxwidth: 800,
  maxheight: 600,
  announcement_id: 5,
  route_id: 9,
  device_id: 3,
  server_id: '130000000000000000',
  number: 4,
  outage_id: 12,
  correction_id: 5,
  submission_id: 81,
  picture_id: 17,
  passkey_id: 4,
  invitation_id: 9,
  key_id: 4,
  wish_id: 14,
  example_id: 9,
  sort_id: 3,
  id: 118,
  guildId: 784_221,
  stash_id: '6a1f0c9b2e',
  item_id: 'e07f5c',
  q: 'the doctor',
  uniques: 'Headhunter',
  types: 'Divine Orb',
  character_id: 'c81f0a4be5d2',
  provider: 'poe',
  game_version: 'poe1',
  kind: 'passive',
  table: 'standings.csv',
  patch: '3_29',
  role: 'manager',
  held: 'submission_judge',
  redirect_url: 'https://muster.example.com/auth/poe/callback',
  last_url: '/signup',
  token: 'HEADER.PAYLOAD.SIGNATURE',
  threshold_seconds: 1800,
  hours_after_event_start: 13,
  before: 4711,
  after: 12,
  since: 4711,
  limit: 50,
  offset: 100,
  version: 2,
  format: 'yaml',
  from: 1_768_593_600,
  to: 1_768_658_400,
  only: 'points',
  order: 'top',
  frame_rate: '60',
  before_seconds: 15,
  after_seconds: 10,
  with: 'history',
  explain: 118,
  search: 'ada',
  username: 'AdaPlays-1042',
  itemname: 'divine',
  stashname: 'Cards',
  gone: 'true',
  show: 'movements',
  other_conditions: 'keep',
  name: 'Winter Race',
  at: 1_768_586_400,
  key: 'p5cZx2v1QnYgq0o3Yd8m0aTn4rXw7sKbL6jHfEiUyGA',
  hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  field: 'BASE_TYPE',
}
