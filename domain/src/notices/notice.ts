import type { NoticeKind } from '@muster/contract/notices'
import type { AnnouncementAudience } from '@muster/contract/announcements'
import type { NoticeValues } from './notice-kinds.ts'

/** A team's rank and points in the standings as visitors see them. */
export interface Standing {
  readonly team_id: number
  readonly name: string
  readonly rank: number
  readonly points: number
}

/**
 * Something that happened, once for all routes of an event. It is made from what visitors see, or it is of a kind that only organisers
 * or leads get.
 */
export interface Notice {
  readonly kind: NoticeKind
  /** The same for the same thing, however often it is found. */
  readonly key: string
  /** Milliseconds on the event clock. */
  readonly at: number
  readonly team_id: number | null
  readonly objective_id: number | null
  readonly values: NoticeValues
  /** The priority of an announcement. */
  readonly audience?: AnnouncementAudience
  /** Ranks before and after a change. */
  readonly ranks?: { readonly before: readonly Standing[]; readonly after: readonly Standing[] }
}
