import { z } from 'zod'
import { archivedCount as count, archivedName as name, archivedText as text, archivedTime as time } from './archive-values.ts'
import { largestInt } from './body.ts'
import { ItemField, Operator } from './conditions.ts'
import { eventSchemas } from './events.ts'
import { buildFigures } from './ladder.ts'
import { aggregations, finishRules, maxRules, numberFields, objectiveTypes } from './objectives.ts'
import { PresetParameters } from './preset-parameters.ts'
import { adjustmentKinds, factSources, factTrusts, verdicts } from './receipts.ts'
import { recordViewers } from './records.ts'
import { proofRules, reportRules } from './report-rules.ts'
import { diffFields } from './scores.ts'
import { scoringMethods, scoringPresetTypes } from './scoring-presets.ts'
import { approvalStatuses } from './submissions.ts'
import { Seed } from './team-sort.ts'
import { Aims } from './team-sort-input.ts'

// An event as one file that outlives the installation: JSON lines, each a record with a `type`. It contains only what a visitor
// without a login can see. Everything is numbered within the file, so that it means the same wherever it is read.

export const archiveFormat = 'muster-event-archive'
export const archiveVersion = 1

/** Longest line, and longest archive, uncompressed. */
export const longestLine_bytes = 16 * 1024 * 1024
export const longestArchive_bytes = 4 * 1024 * 1024 * 1024
/** Upper bound for numbered things of one kind. */
export const maxNumbered = 200_000

const whole = z.int()
const int = z.int().min(-largestInt).max(largestInt)
const list = <S extends z.ZodType>(item: S, most = 20_000) => z.array(item).max(most)

/** Numbers within the archive, starting at 1. */
const number = z.int().min(1).max(largestInt)
const team = number.describe('Number of a team')
const objective = number.describe('Number of an objective')
const person = number.describe('Number of a person')
const character = text.describe('The id of a character in the game')
const base64 = z.base64()

const record = <T extends string, S extends z.ZodRawShape>(type: T, description: string, shape: S) =>
  z.strictObject({ type: z.literal(type), ...shape }).describe(description)

export const ArchiveHeader = record('header', 'The first line: the kind of file.', {
  format: z.literal(archiveFormat),
  version: z.literal(archiveVersion),
  event: text,
  made_at: time,
  made_by: text.describe('The program that made it, with its version'),
})
export type ArchiveHeader = z.output<typeof ArchiveHeader>

const EventRecord = record('event', 'The event itself; the first record after the header.', {
  ...eventSchemas('archived'),
  version: count,
  signups: count.describe('Number of people who had signed up'),
  change_sequence: z.int().min(0).describe('Number of the last change of a score'),
  ledger_sequence: z.int().min(0).describe('The last ledger entry included in the scores'),
  teams: z
    .int()
    .min(0)
    .max(maxNumbered)
    .describe('Teams have the numbers from 1 to this one; teams without a record were deleted'),
  objectives: z.int().min(1).max(maxNumbered).describe('Objectives have the numbers from 1 to this one'),
})

const PersonRecord = record('person', 'A person named by other records; comes before the first of these.', {
  person,
  name: name.describe('The name that pages show; a pseudonym if the account was deleted'),
  record_shown_to: z.enum(recordViewers).describe('The viewers of the record of all their events'),
})

const PresetRecord = record('scoring_preset', 'A scoring preset: how points are awarded.', {
  preset: number,
  name,
  description: text,
  points: list(z.number()),
  point_cap: count.describe('0 = none'),
  parameters: PresetParameters.optional(),
  scoring_method: z.enum(scoringMethods),
  preset_type: z.enum(scoringPresetTypes),
  version: count,
})

const ObjectiveRecord = record(
  'objective',
  'A node of the tree of objectives; parents come before their children, siblings in order.',
  {
    objective,
    parent: objective.nullable(),
    name,
    extra: text,
    objective_type: z.enum(objectiveTypes),
    aggregation: z.enum(aggregations),
    number_field: z.enum(numberFields),
    required_number: whole,
    players_from: whole.optional().describe('Counted the players of a team with at least this number'),
    pieces_from: whole.optional().describe('The level from which gems or flasks counted'),
    hide_progress: z.boolean().describe("A team's unfinished progress is hidden from others, and not in the archive"),
    reports: z
      .enum(reportRules)
      .nullable()
      .describe('How reports counted here and below; null: as in its category, up to the event'),
    report_proof: z.enum(proofRules).nullable().describe('The proof that reports needed here and below; null as above'),
    valid_from: time.nullable(),
    valid_to: time.nullable(),
    scoring_preset: number.nullable(),
    further_presets: list(number, maxRules - 1)
      .optional()
      .describe('Further scoring presets, whose points are added; absent, like `finished_by`: none'),
    finished_by: z.enum(finishRules).optional(),
    version: count,
    conditions: list(
      z.strictObject({
        field: ItemField,
        operator: Operator,
        value: text,
        any_of: int.nullable(),
        at_least: number.optional().describe('How many conditions of its group had to hold; absent: 1'),
        counts_as: number.optional().describe('The amount that one piece added; absent: 1'),
      }),
      1000,
    ),
  },
)

const TeamRecord = record('team', 'A team with its members.', {
  team,
  name,
  abbreviation: name,
  color: text,
  allowed_classes: list(name, 1000),
  version: count,
  logo: z
    .strictObject({ hash: z.string().regex(/^[0-9a-f]{64}$/), picture: base64.describe('A picture in the format WebP') })
    .nullable(),
  members: list(person),
})

const GuildRecord = record('guild', 'The guild that a team played as.', { guild: number, team, name, tag: name })

const RulesRecord = record('rules', 'A version of the rules for players.', { version: number, text, written_at: time })

const AnnouncementRecord = record('announcement', 'An announcement to everyone that was shown when the archive was made.', {
  title: name,
  text,
  starts_at: time,
  ends_at: time.nullable(),
  version: count,
})

const placed = z.strictObject({ row: text, team })
const sortPair = z.tuple([text, text])
const TeamSortRecord = record('team_sort', 'How the teams were drawn: the published proof, with rows in place of people.', {
  created_at: time,
  author: person.nullable(),
  note: text,
  made: z
    .strictObject({
      seed: Seed,
      sort_version: count,
      input: z.strictObject({
        teams: list(team),
        entries: list(
          z.strictObject({
            row: text,
            present_team: team.nullable(),
            expected_hours: count,
            measured_hours: count.nullable(),
            experience: count,
            needs_help: z.boolean(),
            wants_to_help: z.boolean(),
            is_guild_owner: z.boolean(),
            evening: count.nullable(),
          }),
        ),
        locks: list(placed),
        together: list(sortPair),
        apart: list(sortPair),
        sizes: list(z.strictObject({ team, min: count.nullable(), max: count.nullable() })),
        aims: Aims,
      }),
      proposal: list(placed),
    })
    .nullable(),
  result: list(placed),
})

const CharacterRecord = record('character', 'A character in the state last seen.', {
  character,
  person: person.nullable(),
  name: text,
  level: count,
  experience: whole,
  main_skill: text,
  ascendancy: text,
  ascendancy_points: count,
  atlas_node_count: count,
  pantheon: z.boolean(),
  last_active_at: time.nullable().describe('Also null if the player does not share it'),
})

const ReadingRecord = record('reading', "A character's progress at a time.", {
  character,
  timestamp: time,
  experience: whole,
})

const stats = z.record(z.string().max(100), z.string().max(100))
const BuildRecord = record('build', "A character's equipment and passives at a time.", {
  character,
  timestamp: time,
  level: count,
  ascendancy: text,
  main_skill: text,
  export: base64.describe("Path of Building's XML, compressed with zlib"),
  figures: z.partialRecord(z.enum(buildFigures), z.number()).nullable().describe('Null if it was not calculated'),
  stats: z.strictObject({ player: stats, minion: stats }).nullable(),
})

const AtlasRecord = record('atlas', "A version of one of a player's atlas trees.", {
  person,
  index: count,
  nodes: list(count),
  timestamp: time,
})

const LadderRecord = record('ladder', "An entry of the game's ladder.", {
  rank: count,
  character,
  character_name: text,
  character_class: text,
  account_name: text,
  level: count,
  experience: whole,
  delve: count,
  twitch_account: text.nullable(),
  person: person.nullable(),
})

const share = { points: whole, rank: int, number: whole, finished: z.boolean() }

const score = {
  objective,
  team,
  points: whole,
  rank: int,
  number: whole,
  finished: z.boolean(),
  timestamp: time.nullable(),
  person: person.nullable().describe('The player it is attributed to'),
  by_rule: list(z.strictObject({ preset: number, ...share, timestamp: time.nullable() }), maxRules)
    .optional()
    .describe('The share of each scoring preset; absent if there is only one'),
}

const ScoreRecord = record('score', "A team's final score on an objective.", {
  ...score,
  sequence: z.int().min(0).describe('Number of the last change of this score'),
})

const ChangeRecord = record('score_change', 'A change of a score, as visible to everyone.', {
  sequence: number,
  changed_at: time,
  change: z.enum(['Added', 'Changed', 'Removed']),
  fields: list(z.enum(diffFields)),
  points_before: whole.nullable(),
  ...score,
})

const SubmissionRecord = record('submission', "A player's submission and the judge's review.", {
  submission: number,
  objective,
  team,
  person,
  timestamp: time,
  number: whole,
  proof: text,
  comment: text,
  item_name: text.nullable().describe('Name of the reported item'),
  submitted_at: time,
  approval_status: z.enum(approvalStatuses),
  counts_unreviewed: z.boolean().describe('It counts on the word of the player while no judge has decided'),
  review_comment: text.nullable(),
  reviewer: person.nullable(),
  reviewed_at: time.nullable(),
  version: count,
})

const ruling = z.strictObject({ author: person.nullable(), note: text.nullable() })
const seconds = z.int().describe('Seconds since 1970')
const adjustment = z.strictObject({ kind: z.enum(adjustmentKinds), objective, place: whole, points: whole })
const ReceiptRecord = record('receipt', 'Why a team has its points on an objective: the facts, each with its verdict.', {
  objective,
  team,
  ledger_sequence: z.int().min(0),
  points: whole,
  own_points: whole,
  adjustment: adjustment.nullable(),
  adjustments: list(adjustment, maxRules).optional().describe('The summands of `adjustment`; absent unless there are several'),
  rank: int,
  number: whole,
  required_number: whole,
  finished: z.boolean(),
  timestamp: seconds.nullable(),
  person: person.nullable(),
  scoring_method: z.enum(scoringMethods).nullable(),
  rules: list(
    z.strictObject({
      preset: number,
      scoring_method: z.enum(scoringMethods),
      ...share,
      timestamp: seconds.nullable(),
      sentence: text,
    }),
    maxRules,
  )
    .optional()
    .describe('The scoring presets in their order; absent if there is only one'),
  sentence: text,
  facts: list(
    z.strictObject({
      sequence: z.int().min(0).describe('Its number in the ledger'),
      source: z.enum(factSources),
      trust: z.enum(factTrusts).describe('How the fact is known: from the game, from a judge or log, or from a player'),
      submission: number.nullable(),
      character: z.strictObject({ name: text, level: count, class: text }).nullable(),
      number: whole,
      timestamp: seconds,
      person: person.nullable(),
      verdict: z.enum(verdicts),
      reason: text,
      ruling: ruling.nullable(),
      proof: text.nullable().describe('A link, for points given or taken by hand'),
      approver: person.nullable().describe('The second person who approved these points'),
      withdrawal: ruling.nullable(),
    }),
  ),
  facts_left_out: count.describe('Number of further facts'),
  children: list(z.strictObject({ objective, finished: z.boolean(), timestamp: seconds.nullable() })),
  is_imported: z.literal(true).optional().describe('The score comes from another system, without its facts: it has no receipt'),
})

export const archiveRecords = [
  EventRecord,
  PersonRecord,
  PresetRecord,
  ObjectiveRecord,
  TeamRecord,
  GuildRecord,
  RulesRecord,
  AnnouncementRecord,
  TeamSortRecord,
  CharacterRecord,
  ReadingRecord,
  BuildRecord,
  AtlasRecord,
  LadderRecord,
  SubmissionRecord,
  ScoreRecord,
  ChangeRecord,
  ReceiptRecord,
] as const

/** Everything between the first and the last line. */
export const ArchiveRecord = z.discriminatedUnion('type', archiveRecords)
export type ArchiveRecord = z.output<typeof ArchiveRecord>
export type RecordType = ArchiveRecord['type']
export type RecordOf<T extends RecordType> = Extract<ArchiveRecord, { type: T }>

/** A receipt in the form of an archive, with the numbers of one archive or one installation. */
export type ArchivedReceipt = Omit<RecordOf<'receipt'>, 'type'>

export const ArchiveEnd = record('end', 'The last line: the expected contents of a complete file.', {
  records: z.int().min(0).describe('Lines between the first and this one'),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('The size of these lines, including line feeds'),
})

/** A line of an archive. */
export const ArchiveLine = z.discriminatedUnion('type', [ArchiveHeader, ...archiveRecords, ArchiveEnd])

/** The format as JSON Schema, for programs that read archives. */
export const describeArchive = () => ({ title: 'A line of the archive of a Muster event', ...z.toJSONSchema(ArchiveLine) })
