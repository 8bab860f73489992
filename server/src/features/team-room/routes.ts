import type { RoomMember, RoomNote } from '@muster/contract/team-room'
import { type PlayerTracking, trackingStates } from '@muster/contract/tracking'
import { isForOrganisers } from '@muster/domain/tracking/assess'
import { type Handlers, teamOf } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { listTracking } from '../tracking/store.ts'
import { findPublicTabsRead, listMembersAtPlay, type MemberAtPlay } from './store.ts'

const toText = (at: Date | null) => at?.toISOString() ?? null

type Note = PlayerTracking['notes'][number]

/** States are ordered from best to worst. */
const findWorst = (notes: readonly Note[]) =>
  trackingStates.findLast((state) => notes.some((note) => note.state === state)) ?? 'fine'

/** Lists a remark that several notes repeat, such as an ended connection, only once. */
function listRemarks(notes: readonly Note[], tell: (note: RoomNote) => string): RoomNote[] {
  const remarks = new Map<string, RoomNote>()
  for (const { seen_at: _, ...note } of notes) {
    if (note.state !== 'fine' && !remarks.has(tell(note))) remarks.set(tell(note), note)
  }
  return [...remarks.values()]
}

function presentMember(member: MemberAtPlay, notes: readonly Note[]): RoomMember {
  const { since, level_then, depth_then, last_seen_at, character_read_at, ...rest } = member
  const own = notes.filter(({ finding }) => !isForOrganisers(finding))
  return {
    ...rest,
    session: since && { since: since.toISOString(), level: level_then, delve_depth: depth_then },
    last_seen_at: toText(last_seen_at),
    character_read_at: toText(character_read_at),
    tracking: findWorst(own),
    notes: listRemarks(own, ({ finding }) => finding),
  }
}

export const teamRoomRoutes = {
  /** Thirty people may read it at once, and the game is asked about each member once a minute at most. */
  getTeamRoom: {
    fresh_ms: 5000,
    audience: async ({ membership }) => {
      const place = await membership()
      if (!place) throw new Refusal('not_allowed')
      return place.team_id
    },
    load: async ({ ctx, event, audience }) => {
      const team_id = teamOf(audience)
      if (team_id === null) throw new Refusal('not_allowed')
      const now = ctx.clock.now()
      const [members, tracking, public_tabs_read_at] = await Promise.all([
        listMembersAtPlay(ctx.db, event.id, team_id, now),
        listTracking(ctx, event, now, { team_id }),
        findPublicTabsRead(ctx.db, event.id),
      ])
      const notesOf = new Map(tracking.map(({ user_id, notes }) => [user_id, notes]))
      return {
        team_id,
        members: members.map((member) => presentMember(member, notesOf.get(member.user_id) ?? [])),
        public_tabs_read_at: toText(public_tabs_read_at),
        notes: listRemarks(
          tracking.flatMap(({ notes }) => notes.filter(({ finding }) => isForOrganisers(finding))),
          ({ source, finding }) => `${source} ${finding}`,
        ),
      }
    },
  },
} satisfies Partial<Handlers>
