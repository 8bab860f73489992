import type { Handlers } from '../call.ts'
import { activityRoutes } from './activity/routes.ts'
import { adminChangeRoutes } from './admin-changes/routes.ts'
import { announcementRoutes } from './announcements/routes.ts'
import { broadcastRoutes } from './broadcast/routes.ts'
import { calendarRoutes } from './calendars/routes.ts'
import { conditionRoutes } from './conditions/routes.ts'
import { eventRulesRoutes } from './event-rules/routes.ts'
import { characterRoutes } from './characters/routes.ts'
import { correctionRoutes } from './corrections/routes.ts'
import { definitionFileRoutes } from './definition-files/routes.ts'
import { definitionRoutes } from './definition/routes.ts'
import { discordRolesRoutes } from './discord/routes.ts'
import { eventRoutes } from './events/routes.ts'
import { gameAccountRoutes } from './game-accounts/routes.ts'
import { gameTreeRoutes } from './game-trees/routes.ts'
import { guildStashRoutes } from './guild-stash/routes.ts'
import { guildRoutes } from './guilds/routes.ts'
import { itemCheckRoutes } from './item-checks/routes.ts'
import { itemPictureRoutes } from './item-pictures/routes.ts'
import { jobRoutes } from './jobs/routes.ts'
import { keyRoutes } from './keys/routes.ts'
import { ladderRoutes } from './ladder/routes.ts'
import { leagueRoutes } from './leagues/routes.ts'
import { linkCardRoutes } from './link-cards/routes.ts'
import { loginRoutes } from './login/routes.ts'
import { noticeRoutes } from './notices/routes.ts'
import { personalNoticeRoutes } from './personal-notices/routes.ts'
import { objectiveRoutes } from './objectives/routes.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { retentionRoutes } from './privacy/retention.ts'
import { problemRoutes } from './problems/routes.ts'
import { readinessRoutes } from './readiness/routes.ts'
import { receiptRoutes } from './receipts/routes.ts'
import { recordRoutes } from './records/routes.ts'
import { scoreRoutes } from './scores/routes.ts'
import { scoringPresetRoutes } from './scoring-presets/routes.ts'
import { serverStateRoutes } from './server-state/routes.ts'
import { signupQuestionRoutes } from './signup-questions/routes.ts'
import { signupRoutes } from './signups/routes.ts'
import { momentRoutes } from './streams/moment-routes.ts'
import { streamRoutes } from './streams/routes.ts'
import { submissionRoutes } from './submissions/routes.ts'
import { suggestionRoutes } from './suggestions/routes.ts'
import { createTableRoutes } from './tables/routes.ts'
import { teamRoomRoutes } from './team-room/routes.ts'
import { teamSortRoutes } from './teams/sort-routes.ts'
import { teamRoutes } from './teams/routes.ts'
import { trackingRoutes } from './tracking/routes.ts'
import { userRoutes } from './users/routes.ts'
import { wishRoutes } from './wishes/routes.ts'
import { workbenchRoutes } from './workbench/routes.ts'

/** One handler for every call of the contract's table. */
export const handlers: Handlers = {
  ...activityRoutes,
  ...adminChangeRoutes,
  ...announcementRoutes,
  ...broadcastRoutes,
  ...calendarRoutes,
  ...conditionRoutes,
  ...eventRulesRoutes,
  ...characterRoutes,
  ...correctionRoutes,
  ...definitionRoutes,
  ...definitionFileRoutes,
  ...discordRolesRoutes,
  ...eventRoutes,
  ...gameAccountRoutes,
  ...gameTreeRoutes,
  ...guildStashRoutes,
  ...guildRoutes,
  ...itemCheckRoutes,
  ...itemPictureRoutes,
  ...jobRoutes,
  ...keyRoutes,
  ...ladderRoutes,
  ...leagueRoutes,
  ...linkCardRoutes,
  ...loginRoutes,
  ...momentRoutes,
  ...noticeRoutes,
  ...personalNoticeRoutes,
  ...objectiveRoutes,
  ...privacyRoutes,
  ...retentionRoutes,
  ...problemRoutes,
  ...readinessRoutes,
  ...receiptRoutes,
  ...recordRoutes,
  ...scoreRoutes,
  ...scoringPresetRoutes,
  ...serverStateRoutes,
  ...signupQuestionRoutes,
  ...signupRoutes,
  ...streamRoutes,
  ...submissionRoutes,
  ...suggestionRoutes,
  ...teamRoutes,
  ...createTableRoutes({ ...ladderRoutes, ...objectiveRoutes, ...scoreRoutes, ...streamRoutes, ...teamRoutes }),
  ...teamRoomRoutes,
  ...teamSortRoutes,
  ...trackingRoutes,
  ...userRoutes,
  ...wishRoutes,
  ...workbenchRoutes,
}
