import type { LogEventKind } from '@muster/contract/game-log'
import type { AdminChangeKind } from '@muster/contract/admin-changes'
import type { ArchivedReceipt } from '@muster/contract/event-archive'
import type { AnnouncementAudience } from '@muster/contract/announcements'
import type { DeliveryKind, DeliveryState, NoticeKind, RouteReaders, RouteStop, RouteTarget } from '@muster/contract/notices'
import type { DirectMessageProblem, PersonalNoticeKind } from '@muster/contract/personal-notices'
import type { Troubles } from '@muster/domain/notices/find-notices'
import type { Notice, Standing } from '@muster/domain/notices/notice'
import type { DiscordProblem, RoleState } from '@muster/contract/discord-roles'
import type { GrantState } from '@muster/domain/discord/role-plan'
import type { Provider } from '@muster/contract/auth'
import type { ItemField, Operator } from '@muster/contract/conditions'
import type { ApprovalState, CorrectionId, ExclusionKind } from '@muster/contract/corrections'
import type { GameItem } from '@muster/contract/game-api'
import type { GameLogRule, GameVersion, GuildLogRule, ObjectivesShown } from '@muster/contract/events'
import type { ProofRule, ReportRule } from '@muster/contract/report-rules'
import type { GuildLogAction } from '@muster/contract/guilds'
import type {
  AnnouncementId,
  ConditionId,
  EventId,
  GuildId,
  InvitationId,
  NoticeRouteId,
  ItemExampleId,
  KeyId,
  ObjectiveId,
  OutageId,
  PasskeyId,
  PushDeviceId,
  ProofPictureId,
  ScoringPresetId,
  SubmissionId,
  TeamId,
  TeamSortId,
  UserId,
  WishId,
} from '@muster/contract/ids'
import type { OverlayKind } from '@muster/contract/broadcast'
import type { KeyScope } from '@muster/contract/keys'
import type { ScanSource, ScanState } from '@muster/contract/item-checks'
import type { JobType } from '@muster/contract/jobs'
import type { BuildFigures } from '@muster/contract/ladder'
import type { WornValues } from '@muster/domain/characters/worn-values'
import type { Aggregation, FinishRule, NumberField, ObjectiveType } from '@muster/contract/objectives'
import type { DiffField, DiffType } from '@muster/contract/scores'
import type { PresetParameters } from '@muster/contract/preset-parameters'
import type { PasskeyPurpose } from '@muster/contract/passkeys'
import type { PersonalObjectives } from '@muster/contract/personal-objectives'
import type { ReadinessCode } from '@muster/contract/readiness'
import type { RecordViewers } from '@muster/contract/records'
import type { RawKind } from '@muster/contract/retention'
import type { ScoringMethod, scoringPresetTypes } from '@muster/contract/scoring-presets'
import type { SignupAnswer, SignupQuestion } from '@muster/contract/signup-questions'
import type { QueuePlace } from '@muster/contract/signups'
import type { ApprovalStatus, Recheck, Suspicion, submissionHistoryKinds } from '@muster/contract/submissions'
import type { TimeWindow } from '@muster/contract/suggestions'
import type { SortDraft } from '@muster/contract/team-sort'
import type { Placement, SortInput } from '@muster/contract/team-sort-input'
import type { GapReason, WindowSource } from '@muster/contract/tracking'
import type { Role } from '@muster/contract/users'
import type { Visibility } from '@muster/contract/visibility'
import type { BuildStats, CalculatedFigures } from '@muster/domain/builds/calculated-figures'
import type { WishKind } from '@muster/contract/wishes'
import type { CharacterPlace } from '@muster/domain/characters/items'
import type { EventDefinition } from '@muster/domain/objectives/definition'
import type { FactRule } from '@muster/domain/objectives/fact-rule'
import type { Cell, View } from '@muster/domain/objectives/layout'
import type { RuleScore } from '@muster/domain/scoring/score'
import type { ColumnType, Insertable, Selectable, SelectType } from 'kysely'
import type { Tables } from './tables.gen.ts'

/** Allocated nodes per atlas tree. */
export type AtlasTrees = readonly { readonly hashes: readonly number[] }[]

/** A signup removed by an organiser, with its former values. */
export interface RemovedSignup {
  readonly timestamp: string
  readonly expected_playtime: number
  readonly actual_playtime: number
  readonly needs_help: boolean
  readonly wants_to_help: boolean
  readonly partner_id: UserId | null
  readonly extra: string | null
  readonly utc_offset_hours: number | null
  readonly answers: readonly SignupAnswer[]
  readonly queue_place: QueuePlace | null
}
export interface RemovedMembership {
  readonly team_id: TeamId
  readonly is_team_lead: boolean
}

/** The subject of a snapshot: a tab, or one of the two item lists of a character. */
export type SnapshotKind = 'stash' | CharacterPlace

/** An item found by a scan; `place` is its league or event, `seen_at` an ISO text. */
export interface StoredHit {
  readonly place: string
  readonly seen_at: string
  readonly item: GameItem
}

/** A member's team before or after a sort. */
export interface SortedMember extends RemovedMembership {
  readonly user_id: UserId
}

/** Types of columns with these names, in any table. */
interface NarrowedByName {
  archived_event_id: EventId
  author_id: UserId
  decided_by: UserId
  event_id: EventId
  for_user_id: UserId
  guild_id: GuildId
  invitation_id: InvitationId
  judge_id: UserId
  objective_id: ObjectiveId
  partner_id: UserId
  reviewer_id: UserId
  scoring_preset_id: ScoringPresetId
  submission_id: SubmissionId
  team_id: TeamId
  uploaded_by: UserId
  used_by: UserId
  user_id: UserId
  undone_by: UserId
  withdrawn_by: UserId
  written_by: UserId
}

/** Number of deleted rows of raw data, by kind. */
type RawCounts = Partial<Record<RawKind, number>>

/** The shares of several rules in a score. */
type Shares = ColumnType<RuleScore[] | null, string | null | undefined, string | null>

/**
 * Narrower types of columns than the database knows; nullability and defaults stay. JSON is a `ColumnType`: the types for
 * reading, inserting and updating.
 */
type NarrowedByTable = Checked<{
  accounts: { provider: Provider }
  archived_receipts: { receipt: ColumnType<ArchivedReceipt, string, string> }
  admin_changes: { kind: AdminChangeKind }
  outages: { id: OutageId }
  team_wishes: { id: WishId; kind: WishKind }
  own_keys: { id: KeyId; scopes: KeyScope[] }
  passkeys: { id: PasskeyId }
  invitations: { id: InvitationId }
  passkey_challenges: { purpose: PasskeyPurpose }
  proof_pictures: { id: ProofPictureId }
  announcements: { id: AnnouncementId; audience: AnnouncementAudience }
  broadcasts: {
    pinned_objective_id: ObjectiveId
    pinned_user_id: UserId
    hidden_objective_ids: ObjectiveId[]
    hidden_team_ids: TeamId[]
  }
  broadcast_loads: { kind: OverlayKind }
  notice_routes: {
    id: NoticeRouteId
    readers: RouteReaders
    target: RouteTarget
    kinds: NoticeKind[]
    stopped: RouteStop
  }
  notices: {
    kind: NoticeKind
    audience: AnnouncementAudience
    ranks: ColumnType<Notice['ranks'] | null, string | null, never>
  }
  notice_cursors: { standings: ColumnType<Standing[], string, string>; troubles: ColumnType<Troubles, string, string> }
  personal_notices: { kind: PersonalNoticeKind }
  personal_notice_settings: { kinds: PersonalNoticeKind[]; known_kinds: PersonalNoticeKind[] }
  push_devices: { id: PushDeviceId }
  direct_messages: { provider: 'discord'; problem: DirectMessageProblem }
  personal_notice_cursors: { standings: ColumnType<Standing[], string, string> }
  notice_messages: { route_id: NoticeRouteId; kind: DeliveryKind; state: DeliveryState }
  discord_roles: { problem: DiscordProblem }
  discord_grants: { state: GrantState; problem: RoleState }
  event_steps: { code: ReadinessCode; owner_id: UserId; marked_by_id: UserId }
  character_items: { kind: CharacterPlace }
  build_figures: {
    figures: ColumnType<BuildFigures, string, string>
    stats: ColumnType<BuildStats | null, string | null | undefined, string | null>
  }
  character_values: {
    worn: ColumnType<WornValues | null, string | null, never>
    figures: ColumnType<CalculatedFigures | null, string | null, never>
  }
  conditions: { id: ConditionId; field: ItemField; operator: Operator }
  definition_changes: { definition: ColumnType<EventDefinition, string, never> }
  events: {
    id: EventId
    game_version: GameVersion
    objectives_shown: ObjectivesShown
    reports: ReportRule
    report_proof: ProofRule
    game_log: GameLogRule
    guild_log: GuildLogRule
    personal_objectives: ColumnType<PersonalObjectives | null, PersonalObjectives | null | undefined, PersonalObjectives | null>
    raw_removed: ColumnType<RawCounts | null, RawCounts | string | null | undefined, RawCounts | string | null>
  }
  exclusions: { what: ExclusionKind }
  manual_points: { id: CorrectionId; approval: ApprovalState }
  fact_rules: { rule: ColumnType<FactRule, string, string> }
  facts: { kind: 'fact' | 'retraction' }
  /** No reason: the source answered. */
  fetch_windows: { source: WindowSource; reason: GapReason }
  game_log_events: { kind: LogEventKind }
  guild_log_entries: { action: GuildLogAction }
  item_examples: { id: ItemExampleId; item: ColumnType<GameItem, string, never> }
  item_scans: { source: ScanSource; state: ScanState }
  item_scan_results: { source: ScanSource; hits: ColumnType<StoredHit[], string, string> }
  jobs: { job_type: JobType | 'ScanItems' }
  login_states: { provider: Provider }
  objective_presets: { preset_id: ScoringPresetId }
  objectives: {
    id: ObjectiveId
    parent_id: ObjectiveId
    objective_type: ObjectiveType
    aggregation: Aggregation
    number_field: NumberField
    reports: ReportRule
    report_proof: ProofRule
    view: View
    finished_by: FinishRule
    cell: ColumnType<Cell | null, Cell | string | null | undefined, Cell | string | null>
  }
  permission_changes: { permissions_before: Role[]; permissions_after: Role[] }
  rematches: { rule: ColumnType<FactRule | null, string | null, string | null>; reads: 'snapshots' | 'readings' }
  score_changes: { diff_type: DiffType; field_diff: DiffField[]; by_rule: Shares }
  scores: { by_rule: Shares }
  scoring_presets: {
    id: ScoringPresetId
    parameters: ColumnType<PresetParameters, PresetParameters | undefined, PresetParameters>
    scoring_method: ScoringMethod
    type: (typeof scoringPresetTypes)[number]
  }
  /** Ids of rows that may have been deleted. */
  scoring_problems: { objective_id: number }
  stash_snapshots: { kind: SnapshotKind }
  signup_changes: {
    kind: 'removed' | 'restored' | 'front' | 'back' | 'arrival'
    signup: ColumnType<RemovedSignup | null, string | null, string>
    membership: ColumnType<RemovedMembership | null, string | null, never>
  }
  signup_questions: { questions: ColumnType<SignupQuestion[], string, string> }
  signups: { queue_place: QueuePlace; answers: ColumnType<SignupAnswer[], string | undefined, string> }
  submission_history: {
    kind: (typeof submissionHistoryKinds)[number]
    from_status: ApprovalStatus
    to_status: ApprovalStatus
  }
  submissions: {
    id: SubmissionId
    approval_status: ApprovalStatus
    same_item_as: SubmissionId
    recheck: Recheck
    suspicions: ColumnType<Suspicion[], Suspicion[] | undefined, Suspicion[]>
  }
  team_plans: { windows: ColumnType<TimeWindow[], string | undefined, string> }
  team_sort_drafts: { draft: ColumnType<SortDraft, string, string> }
  team_sorts: {
    id: TeamSortId
    input: ColumnType<SortInput | null, string | null, never>
    proposal: ColumnType<Placement[] | null, string | null, never>
    people: ColumnType<Record<string, UserId>, string, never>
    before: ColumnType<SortedMember[], string, never>
    after: ColumnType<SortedMember[], string, never>
  }
  teams: { id: TeamId }
  users: {
    id: UserId
    permissions: Role[]
    record_shown_to: RecordViewers
    chat_name_shown_to: Visibility['chat_name']
    play_shown_to: Visibility['play']
    stream_shown_to: Visibility['stream']
  }
}>

/** Allows only existing columns, and only types that fit the column. */
type Checked<
  T extends {
    [N in keyof T]: N extends keyof Tables
      ? { [C in keyof T[N]]: C extends keyof Tables[N] ? NonNullable<SelectType<Tables[N][C]>> | AnyColumn : never }
      : never
  },
> = T
type AnyColumn = ColumnType<unknown, unknown, unknown>

/** Replaces the value with `To`; null and undefined stay. */
type Put<Value, To> = Value extends null | undefined ? Value : To
type Narrow<Column, To> = To extends AnyColumn
  ? To
  : Column extends ColumnType<infer Read, infer Inserted, infer Set>
    ? ColumnType<Put<Read, To>, Put<Inserted, To>, Put<Set, To>>
    : Put<Column, To>

/** The tables as TypeScript types: generated from the migrated database, and narrowed to the values in use. */
export type Database = {
  [N in keyof Tables]: {
    [C in keyof Tables[N]]: N extends keyof NarrowedByTable
      ? C extends keyof NarrowedByTable[N]
        ? Narrow<Tables[N][C], NarrowedByTable[N][C]>
        : NarrowByName<Tables[N][C], C>
      : NarrowByName<Tables[N][C], C>
  }
}
type NarrowByName<Column, Name> = Name extends keyof NarrowedByName ? Narrow<Column, NarrowedByName[Name]> : Column

export type Row<T extends keyof Database> = Selectable<Database[T]>
export type NewRow<T extends keyof Database> = Insertable<Database[T]>
