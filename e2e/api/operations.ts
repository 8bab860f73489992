import type { Operation } from './operation.ts'
import { adminOperations } from './operations/admin.ts'
import { eventOperations } from './operations/events.ts'
import { guildOperations } from './operations/guilds.ts'
import { objectiveOperations } from './operations/objectives.ts'
import { playerOperations } from './operations/players.ts'
import { scoreOperations } from './operations/scores.ts'
import { teamOperations } from './operations/teams.ts'
import { userOperations } from './operations/users.ts'

/** Every call of the contract, and ours. */
export const operations: readonly Operation[] = [
  ...adminOperations,
  ...eventOperations,
  ...teamOperations,
  ...objectiveOperations,
  ...playerOperations,
  ...guildOperations,
  ...userOperations,
  ...scoreOperations,
]
