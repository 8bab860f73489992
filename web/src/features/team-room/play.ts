import '../../messages/team-room.ts'
import type { RoomMember } from '@muster/contract/team-room'
import { t } from '../../lib/text/messages.ts'
import { splitDuration } from '../../lib/time/time.ts'

/** Playing members, the viewer first, then the longest sessions; and the others, the most recently seen first. */
export function splitByPlay(
  members: readonly RoomMember[],
  self_id: number | null,
): { playing: RoomMember[]; resting: RoomMember[] } {
  const isSelf = ({ user_id }: RoomMember) => Number(user_id === self_id)
  const timeOf = (text: string | undefined | null) => (text ? Date.parse(text) : 0)
  return {
    playing: members
      .filter(({ session }) => session !== null)
      .sort((a, b) => isSelf(b) - isSelf(a) || timeOf(a.session?.since) - timeOf(b.session?.since)),
    resting: members
      .filter(({ session }) => session === null)
      .sort((a, b) => isSelf(b) - isSelf(a) || timeOf(b.last_seen_at) - timeOf(a.last_seen_at)),
  }
}

/** A member's progress in the current session; unknown parts are left out. */
export function describeSession({ character, session }: RoomMember): string {
  if (!character || !session) return t('room.gaining')
  const levels = character.level - (session.level ?? character.level)
  const isDeeper = character.delve_depth > (session.delve_depth ?? character.delve_depth)
  const reached = [
    levels > 0 && t('room.levels', { count: levels }),
    isDeeper && t('room.depth', { depth: character.delve_depth }),
  ].filter((text) => text !== false)
  return reached.length > 0 ? reached.join(', ') : t('room.gaining')
}

/** "12 min", "1 h 40 min". */
export function formatLength(length_ms: number): string {
  const { days, hours, minutes } = splitDuration(length_ms)
  const total = days * 24 + hours
  return total > 0 ? t('room.hoursMinutes', { hours: total, minutes }) : t('room.minutes', { minutes })
}
