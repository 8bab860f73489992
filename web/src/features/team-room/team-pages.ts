import '../../messages/team-room.ts'
import type { GameVersionRow } from '@muster/domain/events/games'
import type { MessageKey } from '../../lib/text/messages.ts'
import { paths } from '../../lib/paths.ts'

interface TeamPage {
  readonly to: (typeof paths)['team' | 'wishes' | 'adminTeamSuggestions' | 'guildStashes' | 'adminGuildLogs']
  readonly label: MessageKey
  readonly isForLead: boolean
  /** Data that the event's game must provide. */
  readonly needs?: keyof GameVersionRow
}

/** The pages about the viewer's own team, in the order of the navigation. */
export const teamPages: readonly TeamPage[] = [
  { to: paths.team, label: 'room.page.room', isForLead: false },
  { to: paths.adminTeamSuggestions, label: 'room.page.plan', isForLead: true },
  { to: paths.wishes, label: 'room.page.wishes', isForLead: false },
  { to: paths.guildStashes, label: 'room.page.stash', isForLead: false, needs: 'guild_tabs' },
  { to: paths.adminGuildLogs, label: 'room.page.log', isForLead: false, needs: 'guild_logs' },
]
