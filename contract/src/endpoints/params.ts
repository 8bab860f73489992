import { z } from 'zod'
import { CorrectionId } from '../corrections.ts'
import { GameVersion } from '../events.ts'
import { TreeKind } from '../game-trees.ts'
import {
  AnnouncementId,
  ConditionId,
  EventId,
  GuildId,
  InvitationId,
  ItemExampleId,
  KeyId,
  NoticeRouteId,
  ObjectiveId,
  OutageId,
  ProofPictureId,
  PasskeyId,
  PushDeviceId,
  ScoringPresetId,
  SubmissionId,
  TeamId,
  TeamSortId,
  UserId,
  WishId,
  largestId,
  notAnId,
} from '../ids.ts'
import { largestSequence, numberParam } from '../query.ts'
import { TableName } from '../tables.ts'

/** An id in a path. Zero, signs, fractions and values outside the column's range are rejected (D-28). */
const number = z.coerce.number({ error: notAnId })
/** For the OpenAPI document, which would otherwise only show a string converted to a number. */
const asId = { type: 'integer', minimum: 1, maximum: largestId } as const

/** A number, `current` for the event that is flagged as current, or `sandbox` for the one with made-up teams (docs/feed.md). */
export const event_id = z.union([z.literal(['current', 'sandbox']), number.pipe(EventId).meta(asId)])
export const team_id = number.pipe(TeamId).meta(asId)
export const user_id = number.pipe(UserId).meta(asId)
export const objective_id = number.pipe(ObjectiveId).meta(asId)
export const condition_id = number.pipe(ConditionId).meta(asId)
export const scoring_preset_id = number.pipe(ScoringPresetId).meta(asId)
export const submission_id = number.pipe(SubmissionId).meta(asId)
export const guildId = number.pipe(GuildId).meta(asId)
export const correction_id = numberParam(largestSequence)
  .pipe(CorrectionId)
  .meta({ type: 'integer', minimum: 1, maximum: largestSequence })

/** Any text: for an unknown object the handler answers with a clear sentence. */
const anyText = (most: number) => z.string().min(1).max(most)

/** The parameters of paths by their names; a call with `{id}` declares its own. */
export const pathParams = {
  event_id,
  /** Guild calls are older than the others and have paths under `/{eventId}` without `/events`. */
  eventId: event_id,
  team_id,
  user_id,
  objective_id,
  submission_id,
  picture_id: number.pipe(ProofPictureId).meta(asId),
  announcement_id: number.pipe(AnnouncementId).meta(asId),
  route_id: number.pipe(NoticeRouteId).meta(asId),
  /** The number of a message in its route. */
  number: number.pipe(z.int({ error: notAnId }).min(1, notAnId).max(largestId, notAnId)).meta(asId),
  device_id: number.pipe(PushDeviceId).meta(asId),
  outage_id: number.pipe(OutageId).meta(asId),
  passkey_id: number.pipe(PasskeyId).meta(asId),
  key_id: number.pipe(KeyId).meta(asId),
  invitation_id: number.pipe(InvitationId).meta(asId),
  example_id: number.pipe(ItemExampleId).meta(asId),
  sort_id: number.pipe(TeamSortId).meta(asId),
  wish_id: number.pipe(WishId).meta(asId),
  correction_id,
  guildId,
  character_id: anyText(100),
  stash_id: anyText(100),
  item_id: anyText(200),
  provider: z.string(),
  game_version: GameVersion,
  kind: TreeKind,
  table: TableName,
}
