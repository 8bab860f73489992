import type { ObjectiveId, TeamId } from '@muster/contract/ids'

/** The part of an event that a link is about; nulls for the whole event. */
export interface CardSubject {
  readonly objective_id: ObjectiveId | null
  readonly team_id: TeamId | null
}

export interface CardTeam {
  readonly id: number
  readonly name: string
  readonly color: string
  readonly rank: number
  readonly points: number
}

/** An event, or one of its objectives, in the few words and figures that a chat shows for a link, as every visitor may see it. */
export interface EventCard {
  readonly title: string
  /** The meaning of the figures, with their moment. */
  readonly state: string
  /** Best first; empty before the first point. */
  readonly teams: readonly CardTeam[]
  /** The team that the link is about. */
  readonly team_id: number | null
  /** ms on the event clock */
  readonly at: number
}

/** A card, and the picture once a chat has asked for one. */
export interface CardAt {
  /** ms on the event clock */
  readonly found_at: number
  readonly card: Promise<EventCard>
  picture: Promise<Buffer> | null
}
