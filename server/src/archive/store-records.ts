import { createHash } from 'node:crypto'
import type { RecordOf, RecordType } from '@muster/contract/event-archive'
import type { GuildId, UserId } from '@muster/contract/ids'
import type { SortInput } from '@muster/contract/team-sort-input'
import { readExtra } from '@muster/domain/objectives/layout'
import { readUsedNames } from '../features/characters/exports.ts'
import { writeFurtherPresets } from '../features/objectives/store.ts'
import { type Importing, insertNumbered, storing } from './importing.ts'
import { problemAt } from './read-archive.ts'
import { type Renumbering, renumberReceipt } from './receipts.ts'

type Storer<T extends RecordType> = (into: Importing, record: RecordOf<T>, line: number) => Promise<void>

const dateOf = (text: string) => new Date(text)
const dateOfSome = (text: string | null) => (text === null ? null : new Date(text))

async function storePerson({ tx, event_id, people }: Importing, { person, ...one }: RecordOf<'person'>, line: number) {
  if (people.has(person)) throw problemAt(line, `person: ${person} is already described on an earlier line`)
  const { id } = await tx
    .insertInto('users')
    .values({ display_name: one.name, record_shown_to: one.record_shown_to, archived_event_id: event_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  people.set(person, id)
}

async function storePreset({ tx, event_id, presets }: Importing, record: RecordOf<'scoring_preset'>, line: number) {
  const { type: _, preset, preset_type, ...fields } = record
  const id = await presets.describe(preset, line)
  await insertNumbered(tx, 'scoring_presets', { id, event_id, type: preset_type, ...fields })
}

const storeObjective: Storer<'objective'> = async (into, record, line) => {
  const { tx, event_id, objectives, presets } = into
  const {
    type: _,
    objective,
    parent,
    scoring_preset,
    further_presets = [],
    conditions,
    extra,
    valid_from,
    valid_to,
    ...fields
  } = record
  const parent_id = parent === null ? null : objectives.find(parent, line, 'parent')
  const id = await objectives.describe(objective, line)
  await insertNumbered(tx, 'objectives', {
    id,
    event_id,
    parent_id,
    scoring_preset_id: scoring_preset === null ? null : presets.find(scoring_preset, line, 'scoring_preset'),
    ...fields,
    ...readExtra(extra),
    valid_from: dateOfSome(valid_from),
    valid_to: dateOfSome(valid_to),
    // Siblings are listed in order.
    position: line,
  })
  const further = further_presets.map((preset) => presets.find(preset, line, 'further_presets'))
  await storing(`Line ${line}`, () => writeFurtherPresets(tx, id, further))
  if (conditions.length === 0) return
  await tx
    .insertInto('conditions')
    .values(conditions.map((condition) => ({ objective_id: id, ...condition })))
    .execute()
}

const webp = /^RIFF....WEBP/s
const maxLogo_bytes = 1024 * 1024

/** Pictures are sent to browsers unchanged, so the format is checked. */
function readLogo({ hash, picture }: NonNullable<RecordOf<'team'>['logo']>, line: number): Buffer {
  const bytes = Buffer.from(picture, 'base64')
  if (bytes.length > maxLogo_bytes) throw problemAt(line, `logo.picture: is larger than ${maxLogo_bytes} bytes`)
  if (!webp.test(bytes.toString('latin1', 0, 12))) throw problemAt(line, 'logo.picture: is not a WebP picture')
  if (createHash('sha256').update(bytes).digest('hex') !== hash) throw problemAt(line, 'logo.hash: does not match the picture')
  return bytes
}

const storeTeam: Storer<'team'> = async (into, record, line) => {
  const { tx, event_id, teams } = into
  const { type: _, team, logo, members, ...fields } = record
  const id = await teams.describe(team, line)
  await insertNumbered(tx, 'teams', { id, event_id, ...fields })
  if (logo) {
    const uploaded_at = new Date(0)
    await tx
      .insertInto('team_logos')
      .values({ team_id: id, hash: logo.hash, picture: readLogo(logo, line), uploaded_at, author_id: null })
      .execute()
  }
  if (members.length === 0) return
  const rows = members.map((member) => ({ team_id: id, event_id, user_id: into.person(member, line, 'members') }))
  await storing(`Line ${line}: members`, () => tx.insertInto('team_users').values(rows).execute())
}

const storeSort: Storer<'team_sort'> = async (into, { created_at, author, note, made, result }, line) => {
  const { tx, event_id, teams } = into
  const place = ({ row, team }: { row: string; team: number }) => ({ row, team_id: teams.of(team) })
  const numbers = [...result, ...(made?.proposal ?? []), ...(made?.input.locks ?? []), ...(made?.input.sizes ?? [])]
  const present = (made?.input.entries ?? []).flatMap(({ present_team }) => present_team ?? [])
  await teams.reserve(Math.max(0, ...numbers.map(({ team }) => team), ...(made?.input.teams ?? []), ...present), line)
  const input: SortInput | null = made && {
    team_ids: made.input.teams.map((team) => teams.of(team)),
    entries: made.input.entries.map(({ row, present_team, ...entry }) => ({
      row,
      present_team_id: present_team === null ? null : teams.of(present_team),
      ...entry,
    })),
    rules: {
      locks: made.input.locks.map(place),
      together: made.input.together,
      apart: made.input.apart,
      sizes: made.input.sizes.map(({ team, min, max }) => ({ team_id: teams.of(team), min, max })),
    },
    aims: made.input.aims,
  }
  // An archive does not say who signed up: rows get ids that no user has.
  const rows = result.map((one, at) => ({ ...place(one), user_id: -1 - at }))
  await tx
    .insertInto('team_sorts')
    .values({
      event_id,
      created_at: dateOf(created_at),
      author_id: into.somebody(author, line, 'author'),
      note,
      seed: made?.seed ?? null,
      sort_version: made?.sort_version ?? null,
      input: input && JSON.stringify(input),
      proposal: made && JSON.stringify(made.proposal.map(place)),
      people: JSON.stringify(Object.fromEntries(rows.map(({ row, user_id }) => [row, user_id]))),
      before: '[]',
      after: JSON.stringify(rows.map(({ user_id, team_id }) => ({ user_id, team_id, is_team_lead: false }))),
    })
    .execute()
}

const storeCharacter: Storer<'character'> = async (into, { type: _, character, person, last_active_at, ...fields }, line) => {
  if (into.characters.has(character)) throw problemAt(line, 'character: is already described on an earlier line')
  const user_id = into.somebody(person, line)
  const columns = { ...fields, last_active_at: dateOfSome(last_active_at) }
  await into.flush()
  await into.tx
    .insertInto('characters')
    .values({ event_id: into.event_id, id: character, user_id, ...columns })
    .execute()
  into.characters.set(character, user_id)
}

const storeReading: Storer<'reading'> = async (into, { character, timestamp, experience }, line) => {
  const user_id = into.playerOf(character, line)
  if (user_id === null) throw problemAt(line, 'character: it has no player, so it cannot have readings')
  // An archive contains only the fields of readings that pages show.
  const unknown = { level: 0, ascendancy: '', ascendancy_points: 0, delve_depth: 0 }
  const row = { event_id: into.event_id, character_id: character, user_id, timestamp: dateOf(timestamp), experience }
  await into.add('character_readings', { ...row, source: 'archive', ...unknown }, line)
}

const storeBuild: Storer<'build'> = async (into, { character, timestamp, figures, stats, ...record }, line) => {
  into.playerOf(character, line)
  const { tx, event_id } = into
  const bytes = Buffer.from(record.export, 'base64')
  // A hash of its own: figures from an archive must not be reused as figures calculated here.
  const export_hash = createHash('sha256').update(`archive of event ${event_id} `).update(bytes).digest()
  const at = dateOf(timestamp)
  const { level, ascendancy, main_skill } = record
  const { uniques, gems } = await readUsedNames(bytes)
  const build = { level, ascendancy, main_skill, export: bytes, export_hash, uniques: [...uniques], gems: [...gems] }
  await into.flush()
  await tx
    .insertInto('character_builds')
    .values({ event_id, character_id: character, timestamp: at, ...build })
    .execute()
  if (figures === null) return
  await tx
    .insertInto('build_figures')
    .values({
      export_hash,
      engine: 'archive',
      figures: JSON.stringify(figures),
      stats: stats && JSON.stringify(stats),
      calculated_at: at,
    })
    .onConflict((conflict) => conflict.column('export_hash').doNothing())
    .execute()
}

interface Scored {
  readonly objective: number
  readonly team: number
  readonly points: number
  readonly rank: number
  readonly number: number
  readonly finished: boolean
  readonly timestamp: string | null
  readonly person: number | null
  readonly by_rule?: RecordOf<'score'>['by_rule']
}

async function readScore(into: Importing, { by_rule, person, timestamp, ...score }: Scored, line: number) {
  const { points, rank, number, finished } = score
  // Changes also name presets deleted since.
  await into.presets.reserve(Math.max(0, ...(by_rule ?? []).map(({ preset }) => preset)), line)
  const shares = by_rule?.map((share) => ({
    scoring_preset_id: into.presets.of(share.preset),
    points: share.points,
    rank: share.rank,
    number: share.number,
    finished: share.finished,
    timestamp: share.timestamp === null ? null : Date.parse(share.timestamp),
  }))
  return {
    event_id: into.event_id,
    points,
    rank,
    number,
    finished,
    timestamp: dateOfSome(timestamp),
    user_id: into.somebody(person, line),
    by_rule: shares ? JSON.stringify(shares) : null,
  }
}

const storeChange: Storer<'score_change'> = async (into, record, line) => {
  const { sequence, changed_at, change, fields, points_before, objective, team } = record
  // Pages still show changes of objectives deleted since.
  await into.objectives.reserve(objective, line)
  await into.teams.reserve(team, line)
  const row = {
    ...(await readScore(into, record, line)),
    objective_id: into.objectives.of(objective),
    team_id: into.teams.of(team),
    sequence,
    changed_at: dateOf(changed_at),
    diff_type: change,
    field_diff: fields,
    points_before,
    // An archive contains nothing hidden from everyone.
    hide_progress: false,
    hid_before: false,
  }
  await into.add('score_changes', row, line)
}

const storeReceipt: Storer<'receipt'> = async (into, { type: _, ...receipt }, line) => {
  const { objectives, teams, submissions, presets } = into
  const [objective_id, team_id] = [objectives.find(receipt.objective, line), teams.find(receipt.team, line)]
  for (const { objective } of receipt.children) objectives.find(objective, line, 'children.objective')
  if (receipt.adjustment) objectives.find(receipt.adjustment.objective, line, 'adjustment.objective')
  for (const { objective } of receipt.adjustments ?? []) objectives.find(objective, line, 'adjustments.objective')
  await presets.reserve(Math.max(0, ...(receipt.rules ?? []).map(({ preset }) => preset)), line)
  await submissions.reserve(Math.max(0, ...receipt.facts.map((fact) => fact.submission ?? 0)), line)
  const to: Renumbering = {
    objective: (number) => objectives.of(number),
    team: (number) => teams.of(number),
    person: (number) => into.person(number, line),
    submission: (number) => submissions.of(number),
    preset: (number) => presets.of(number),
  }
  const stored = JSON.stringify(renumberReceipt(receipt, to))
  await into.add('archived_receipts', { event_id: into.event_id, objective_id, team_id, receipt: stored }, line)
}

/** Writes each type of record to the database. */
export const storers: { readonly [T in Exclude<RecordType, 'event'>]: Storer<T> } = {
  person: storePerson,
  scoring_preset: storePreset,
  objective: storeObjective,
  team: storeTeam,
  guild: async ({ tx, event_id, teams }, { guild, team, name, tag }, line) => {
    const row = { event_id, guild_id: guild as GuildId, team_id: teams.find(team, line), name, tag }
    await storing(`Line ${line}: guild`, () => tx.insertInto('guilds').values(row).execute())
  },
  rules: async ({ tx, event_id }, { version, text, written_at }, line) => {
    const row = { event_id, version, text, written_at: dateOf(written_at), author_id: null }
    await storing(`Line ${line}: version`, () => tx.insertInto('event_rules').values(row).execute())
  },
  announcement: async ({ tx, event_id }, { title, text, starts_at, ends_at, version }, line) => {
    const times = { starts_at: dateOf(starts_at), ends_at: dateOfSome(ends_at), written_at: dateOf(starts_at) }
    const row = { event_id, title, text, audience: 'everybody' as const, version, author_id: null, ...times }
    await storing(`Line ${line}: ends_at`, () => tx.insertInto('announcements').values(row).execute())
  },
  team_sort: storeSort,
  character: storeCharacter,
  reading: storeReading,
  build: storeBuild,
  atlas: (into, { person, index, nodes, timestamp }, line) => {
    const user_id: UserId = into.person(person, line)
    return into.add('atlas_trees', { event_id: into.event_id, user_id, index, nodes, timestamp: dateOf(timestamp) }, line)
  },
  ladder: (into, { type: _, character, person, ...fields }, line) =>
    into.add(
      'ladder_entries',
      { event_id: into.event_id, character_id: character, user_id: into.somebody(person, line), ...fields },
      line,
    ),
  submission: async (into, record, line) => {
    const { tx, event_id, submissions } = into
    const { type: _, submission, objective, team, person, reviewer, timestamp, submitted_at, reviewed_at, ...fields } = record
    const row = {
      id: await submissions.describe(submission, line),
      event_id,
      objective_id: into.objectives.find(objective, line),
      team_id: into.teams.find(team, line),
      user_id: into.person(person, line),
      reviewer_id: into.somebody(reviewer, line, 'reviewer'),
      timestamp: dateOf(timestamp),
      submitted_at: dateOf(submitted_at),
      reviewed_at: dateOfSome(reviewed_at),
      // An archive does not say which reports were entered by hand, and only those have different times.
      report_key: 'archive',
      ...fields,
    }
    await storing(`Line ${line}`, () => insertNumbered(tx, 'submissions', row))
  },
  score: async (into, record, line) => {
    const objective_id = into.objectives.find(record.objective, line)
    const team_id = into.teams.find(record.team, line)
    return into.add(
      'scores',
      { ...(await readScore(into, record, line)), objective_id, team_id, sequence: record.sequence },
      line,
    )
  },
  score_change: storeChange,
  receipt: storeReceipt,
}
