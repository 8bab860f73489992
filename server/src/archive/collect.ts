import type { ArchiveRecord, RecordOf } from '@muster/contract/event-archive'
import type { UserId } from '@muster/contract/ids'
import { noTimestamp, type Score } from '@muster/contract/scores'
import { showChange } from '@muster/domain/scoring/recorded-change'
import { writeExtra } from '@muster/domain/objectives/layout'
import { readRelease } from '@muster/domain/objectives/release'
import { buildTree } from '@muster/domain/objectives/tree'
import { isSubmissionVisible } from '@muster/domain/submissions/visibility'
import type { Row } from '../db/schema.ts'
import { archiveColumns, shownOf } from '../db/event-columns.ts'
import { listShown } from '../features/announcements/store.ts'
import { findSignupPlace } from '../features/events/store.ts'
import { listGuilds } from '../features/guilds/store.ts'
import { listObjectives } from '../features/objectives/store.ts'
import { findBoardPosition } from '../features/receipts/store.ts'
import { listChangesAfter, loadLatest } from '../features/scores/store.ts'
import { listPresets } from '../features/scoring-presets/store.ts'
import { listSubmissions } from '../features/submissions/store.ts'
import { findLatestSort, presentProof } from '../features/teams/sort-store.ts'
import { listUsersByTeam } from '../features/teams/store.ts'
import type { Collecting, Source } from './collecting.ts'
import { collectPlay } from './collect-play.ts'
import { collectReceipts } from './collect-receipts.ts'
import { Numbering, People } from './numbering.ts'
import { textOf, textOfSome } from './texts.ts'

/** Changes per query. */
const changes_page = 2000

/** All records of an event between the first and the last line, each after the records that it refers to. */
export async function* collectRecords(source: Source): AsyncGenerator<ArchiveRecord> {
  const { tx, event, now } = source
  const all = await listObjectives(tx, event.id)
  const tree = buildTree(all).nodes.map(({ item }) => item)
  const timed = all.map(({ id, parent_id, name, valid_from }) => ({
    id,
    parent_id,
    name,
    valid_from: valid_from?.getTime() ?? null,
  }))
  const { ids: released } = readRelease(timed, shownOf(event), now)
  const open = tree.filter(({ id }) => released.has(id))
  const known = new Set<number>(all.map(({ id }) => id))
  const stored_sort = await findLatestSort(tx, event.id)
  const sort = stored_sort && presentProof(stored_sort)
  const teams = await tx
    .selectFrom('teams')
    .leftJoin('team_logos', 'team_logos.team_id', 'teams.id')
    .selectAll('teams')
    .select(['hash', 'picture'])
    .where('event_id', '=', event.id)
    .orderBy('id')
    .execute()
  const collecting: Collecting = {
    ...source,
    people: new People(),
    objectives: new Numbering(open.map(({ id }) => id)),
    teams: new Numbering([...teams.map(({ id }) => id), ...(sort ? listSortedTeams(sort) : [])]),
    submissions: new Numbering(),
    presets: new Numbering(),
    open,
    isClosed: (objective_id) => known.has(objective_id) && !released.has(objective_id),
  }
  yield await describeEvent(collecting)
  const parts = [
    collectDefinition(collecting),
    collectTeams(collecting, teams),
    collectTexts(collecting),
    collectSort(collecting, sort, stored_sort?.author_id ?? null),
    collectPlay(collecting),
    collectSubmissions(collecting),
    collectScores(collecting),
    collectReceipts(collecting),
  ]
  for (const part of parts) {
    for await (const record of part) {
      yield* await collecting.people.introduce(tx)
      yield record
    }
  }
}

async function describeEvent({ tx, event, teams, objectives }: Collecting): Promise<RecordOf<'event'>> {
  const board = await findBoardPosition(tx, event.id)
  const signups = event.archived_at === null ? (await findSignupPlace(tx, event.id, null)).count : event.archived_signups
  return {
    type: 'event',
    ...archiveColumns(event),
    version: event.version,
    signups,
    ...board,
    teams: teams.first,
    objectives: objectives.first,
  }
}

async function* collectDefinition({ tx, event, open, objectives, presets }: Collecting): AsyncGenerator<ArchiveRecord> {
  for (const { id, type: preset_type, version, scoring_method, ...pay } of await listPresets(tx, event.id)) {
    yield { type: 'scoring_preset', preset: presets.of(id), ...pay, scoring_method, preset_type, version }
  }
  for (const one of open) {
    yield {
      type: 'objective',
      objective: objectives.of(one.id),
      parent: one.parent_id === null ? null : objectives.of(one.parent_id),
      name: one.name,
      extra: writeExtra(one),
      objective_type: one.objective_type,
      aggregation: one.aggregation,
      number_field: one.number_field,
      required_number: one.required_number,
      ...(one.players_from && { players_from: one.players_from }),
      ...(one.pieces_from && { pieces_from: one.pieces_from }),
      hide_progress: one.hide_progress,
      reports: one.reports ?? null,
      report_proof: one.report_proof ?? null,
      valid_from: textOfSome(one.valid_from),
      valid_to: textOfSome(one.valid_to),
      scoring_preset: one.scoring_preset_id === null ? null : presets.of(one.scoring_preset_id),
      ...(one.further_preset_ids.length > 0 && {
        further_presets: one.further_preset_ids.map((id) => presets.of(id)),
        finished_by: one.finished_by,
      }),
      version: one.version,
      conditions: one.conditions.map(({ id: _own, ...condition }) => condition),
    }
  }
}

type TeamRow = Row<'teams'> & { readonly hash: string | null; readonly picture: Buffer | null }

async function* collectTeams({ tx, event, teams, people }: Collecting, rows: readonly TeamRow[]): AsyncGenerator<ArchiveRecord> {
  const members = await listUsersByTeam(tx, event.id)
  for (const { id, name, abbreviation, color, allowed_classes, version, hash, picture } of rows) {
    yield {
      type: 'team',
      team: teams.of(id),
      name,
      abbreviation,
      color,
      allowed_classes,
      version,
      logo: hash === null || picture === null ? null : { hash, picture: picture.toString('base64') },
      members: (members[id] ?? []).map((member) => people.of(member.id)),
    }
  }
  for (const { guild_id, team_id, name, tag } of await listGuilds(tx, event.id)) {
    yield { type: 'guild', guild: guild_id, team: teams.of(team_id), name, tag }
  }
}

async function* collectTexts({ tx, event, now }: Collecting): AsyncGenerator<ArchiveRecord> {
  const versions = await tx
    .selectFrom('event_rules')
    .select(['version', 'text', 'written_at'])
    .where('event_id', '=', event.id)
    .orderBy('version')
    .execute()
  for (const { version, text, written_at } of versions) yield { type: 'rules', version, text, written_at: textOf(written_at) }
  // Pages show the newest first, so the archive lists them in reverse.
  for (const { title, text, starts_at, ends_at, version } of (
    await listShown(tx, event.id, ['everybody'], now)
  ).shown.reverse()) {
    yield { type: 'announcement', title, text, starts_at, ends_at, version }
  }
}

type Proof = ReturnType<typeof presentProof>

function listSortedTeams({ made, result }: Proof): number[] {
  const placed = [...result, ...(made?.proposal ?? []), ...(made?.input.rules.locks ?? []), ...(made?.input.rules.sizes ?? [])]
  const present = (made?.input.entries ?? []).flatMap(({ present_team_id }) => present_team_id ?? [])
  return [...placed.map(({ team_id }) => team_id), ...(made?.input.team_ids ?? []), ...present]
}

async function* collectSort(
  { teams, people }: Collecting,
  sort: Proof | null,
  author_id: UserId | null,
): AsyncGenerator<ArchiveRecord> {
  if (!sort) return
  const { created_at, note, made, result } = sort
  const place = ({ row, team_id }: { row: string; team_id: number }) => ({ row, team: teams.of(team_id) })
  yield {
    type: 'team_sort',
    created_at,
    author: people.ofSome(author_id),
    note,
    made: made && {
      seed: made.seed,
      sort_version: made.sort_version,
      input: {
        teams: made.input.team_ids.map((id) => teams.of(id)),
        entries: made.input.entries.map(({ row, present_team_id, ...entry }) => ({
          row,
          present_team: present_team_id === null ? null : teams.of(present_team_id),
          expected_hours: entry.expected_hours,
          measured_hours: entry.measured_hours,
          experience: entry.experience,
          needs_help: entry.needs_help,
          wants_to_help: entry.wants_to_help,
          is_guild_owner: entry.is_guild_owner,
          evening: entry.evening,
        })),
        locks: made.input.rules.locks.map(place),
        together: made.input.rules.together,
        apart: made.input.rules.apart,
        sizes: made.input.rules.sizes.map(({ team_id, min, max }) => ({ team: teams.of(team_id), min, max })),
        aims: made.input.aims,
      },
      proposal: made.proposal.map(place),
    },
    result: result.map(place),
  }
}

async function* collectSubmissions(collecting: Collecting): AsyncGenerator<ArchiveRecord> {
  const { tx, event, people, objectives, teams, submissions, isClosed } = collecting
  for (const row of await listSubmissions(tx, event.id, undefined)) {
    if (isClosed(row.objective_id) || !isSubmissionVisible(null, row)) continue
    yield {
      type: 'submission',
      submission: submissions.of(row.id),
      objective: objectives.of(row.objective_id),
      team: teams.of(row.team_id),
      person: people.of(row.user_id),
      timestamp: textOf(row.timestamp),
      number: row.number,
      proof: row.proof,
      comment: row.comment,
      item_name: row.item_name,
      submitted_at: textOf(row.submitted_at),
      approval_status: row.approval_status,
      counts_unreviewed: row.counts_unreviewed,
      review_comment: row.review_comment,
      reviewer: people.ofSome(row.reviewer_id),
      reviewed_at: textOfSome(row.reviewed_at),
      version: row.version,
    }
  }
}

async function* collectScores(collecting: Collecting): AsyncGenerator<ArchiveRecord> {
  const { tx, event, people, objectives, teams, presets, isClosed } = collecting
  const timeOf = (seconds: number) => (seconds === noTimestamp ? null : textOf(new Date(seconds * 1000)))
  const describe = (objective_id: number, team_id: number, score: Score) => ({
    objective: objectives.of(objective_id),
    team: teams.of(team_id),
    points: score.points,
    rank: score.rank,
    number: score.number,
    finished: score.finished,
    timestamp: timeOf(score.timestamp),
    person: people.ofSome(score.user_id),
    ...(score.by_rule && {
      by_rule: score.by_rule.map(({ scoring_preset_id, timestamp, ...share }) => ({
        preset: presets.of(scoring_preset_id),
        ...share,
        timestamp: timeOf(timestamp),
      })),
    }),
  })
  for (const { objective_id, team_id, score, sequence } of (await loadLatest(tx, event.id, null)).diffs) {
    if (isClosed(objective_id)) continue
    yield { type: 'score', ...describe(objective_id, team_id, score), sequence: sequence ?? 0 }
  }
  let after = 0
  for (;;) {
    const page = await listChangesAfter(tx, event.id, after, changes_page)
    for (const change of page) {
      const shown = isClosed(change.objective_id) ? null : showChange(change, null)
      if (!shown || shown.diff.diff_type === 'Unchanged') continue
      const { objective_id, team_id, diff_type, field_diff = [], score } = shown.diff
      yield {
        type: 'score_change',
        sequence: change.sequence,
        changed_at: textOf(change.changed_at),
        change: diff_type as 'Added' | 'Changed' | 'Removed',
        fields: field_diff,
        points_before: diff_type === 'Added' ? null : shown.points_before,
        ...describe(objective_id, team_id, score),
      }
    }
    if (page.length < changes_page) return
    after = page.at(-1)?.sequence ?? after
  }
}
