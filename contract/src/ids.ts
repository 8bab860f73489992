import { z } from 'zod'

/** Ids are 32-bit in the database; a larger one is rejected by validation, not by a query. */
export const largestId = 2 ** 31 - 1

/** The error for every invalid id. */
export const notAnId = `must be a whole number from 1 to ${largestId}`
/** Ids are positive integers on the wire; branding prevents a team id from being used as an event id. */
const anyId = z.int({ error: notAnId, abort: true }).positive({ error: notAnId, abort: true }).max(largestId, notAnId)

export const EventId = anyId.brand<'EventId'>()
export const TeamId = anyId.brand<'TeamId'>()
export const UserId = anyId.brand<'UserId'>()
export const ObjectiveId = anyId.brand<'ObjectiveId'>()
export const ConditionId = anyId.brand<'ConditionId'>()
export const ScoringPresetId = anyId.brand<'ScoringPresetId'>()
export const SubmissionId = anyId.brand<'SubmissionId'>()
export const ProofPictureId = anyId.brand<'ProofPictureId'>()
export const AnnouncementId = anyId.brand<'AnnouncementId'>()
export const OutageId = anyId.brand<'OutageId'>()
export const NoticeRouteId = anyId.brand<'NoticeRouteId'>()
export const PushDeviceId = anyId.brand<'PushDeviceId'>()
export const TeamSortId = anyId.brand<'TeamSortId'>()
export const PasskeyId = anyId.brand<'PasskeyId'>()
export const KeyId = anyId.brand<'KeyId'>()
export const InvitationId = anyId.brand<'InvitationId'>()
export const ItemExampleId = anyId.brand<'ItemExampleId'>()
export const WishId = anyId.brand<'WishId'>()
/** A guild's number in the game. */
export const GuildId = anyId.brand<'GuildId'>()

export type EventId = z.output<typeof EventId>
export type TeamId = z.output<typeof TeamId>
export type UserId = z.output<typeof UserId>
export type ObjectiveId = z.output<typeof ObjectiveId>
export type ConditionId = z.output<typeof ConditionId>
export type ScoringPresetId = z.output<typeof ScoringPresetId>
export type SubmissionId = z.output<typeof SubmissionId>
export type ProofPictureId = z.output<typeof ProofPictureId>
export type AnnouncementId = z.output<typeof AnnouncementId>
export type OutageId = z.output<typeof OutageId>
export type NoticeRouteId = z.output<typeof NoticeRouteId>
export type PushDeviceId = z.output<typeof PushDeviceId>
export type TeamSortId = z.output<typeof TeamSortId>
export type PasskeyId = z.output<typeof PasskeyId>
export type KeyId = z.output<typeof KeyId>
export type InvitationId = z.output<typeof InvitationId>
export type ItemExampleId = z.output<typeof ItemExampleId>
export type WishId = z.output<typeof WishId>
export type GuildId = z.output<typeof GuildId>
