/**
 * Turns the public answers of the existing system about an event that is over into the records of an archive. The answers have
 * final scores and no facts: each score gets a receipt that says so, and an announcement says it about the event.
 */
import type { ArchiveRecord, RecordOf } from '@muster/contract/event-archive'
import { type DefinitionDocument, listEntries, listPresetKeys } from '../definition-file/document.ts'
import { readTime, writeTime } from '../definition-file/moment.ts'
import { writeExtra } from '../objectives/layout.ts'
import { sortAnswers } from './answers.ts'
import { type FinalScore, readScores } from './final-scores.ts'
import { isRaw, listObjects, type Raw, readId, readName, readText } from './json.ts'
import { quoted, Report, type ReportLine } from './report.ts'
import { type TranslatedDefinition, translateDefinition } from './translate.ts'

/** Points of a team, to be compared with the other system's board. */
export interface TeamTotal {
  readonly name: string
  readonly points: number
}

export type TranslatedArchive =
  | {
      readonly ok: true
      readonly name: string
      readonly records: readonly ArchiveRecord[]
      readonly totals: readonly TeamTotal[]
      readonly report: readonly ReportLine[]
    }
  | { readonly ok: false; readonly problem: string; readonly report: readonly ReportLine[] }

const root = 1

/** Numbers of an archive by ids of the existing system; the next free number for a new id. */
class Numbers {
  private readonly byId = new Map<number, number>()
  add(id: number): number {
    const number = this.byId.get(id) ?? this.byId.size + 1
    this.byId.set(id, number)
    return number
  }
  find = (id: number): number | undefined => this.byId.get(id)
  get count(): number {
    return this.byId.size
  }
}

function describeEvent(
  { document: { event }, start, end }: TranslatedDefinition & { readonly end: number },
  counts: { readonly teams: number; readonly objectives: number; readonly people: number },
  report: Report,
): RecordOf<'event'> {
  const at = (name: 'application_start_time' | 'application_end_time') => {
    const offset = event?.[name]
    if (offset === undefined)
      report.check(`event, ${name}`, 'it is unknown, and has become the start of the event', 'Nothing depends on it now.')
    return writeTime(start + (offset ?? 0))
  }
  return {
    type: 'event',
    name: event?.name ?? 'Event',
    game_version: event?.game_version ?? 'poe1',
    is_locked: true,
    max_size: Math.max(1, event?.max_size ?? counts.people),
    waitlist_size: event?.waitlist_size ?? 0,
    patch: event?.patch ?? null,
    application_start_time: at('application_start_time'),
    application_end_time: at('application_end_time'),
    event_start_time: writeTime(start),
    event_end_time: writeTime(start + end),
    objectives_shown: 'at_start',
    reports: 'reviewed',
    report_proof: 'optional',
    game_log: 'off',
    guild_log: 'names',
    personal_objectives: null,
    version: 1,
    signups: counts.people,
    change_sequence: 0,
    ledger_sequence: 0,
    teams: counts.teams,
    objectives: counts.objectives,
  }
}

interface Members {
  readonly people: readonly RecordOf<'person'>[]
  readonly personOf: (user_id: number | null) => number | null
  readonly ofTeam: ReadonlyMap<number, readonly number[]>
}

/** The users of the answers; each belongs to the first team that lists them. */
function readMembers(lists: readonly Raw[], report: Report): Members {
  const numbers = new Numbers()
  const people: RecordOf<'person'>[] = []
  const ofTeam = new Map<number, number[]>()
  for (const [team, users] of lists.flatMap((list) => Object.entries(list))) {
    const members: number[] = []
    for (const user of listObjects(users)) {
      const id = readId(user['id'])
      const path = `user ${quoted(user['display_name'])}`
      if (id === null) report.leaveOut(path, 'it has no id', 'Correct the response of the call for users.')
      else if (numbers.find(id) !== undefined)
        report.leaveOut(path, `it is also in team ${team}`, 'A player is in one team of an event: the first one is kept.')
      else {
        const person = numbers.add(id)
        people.push({
          type: 'person',
          person,
          name: readName(user['display_name'], `Player ${person}`, path, report),
          record_shown_to: 'logged_in',
        })
        members.push(person)
      }
    }
    ofTeam.set(Number(team), [...(ofTeam.get(Number(team)) ?? []), ...members])
  }
  return { people, personOf: (id) => (id === null ? null : (numbers.find(id) ?? null)), ofTeam }
}

function describeTeams(raws: readonly Raw[], numbers: Numbers, { ofTeam }: Members, report: Report): RecordOf<'team'>[] {
  return raws.flatMap((raw) => {
    const id = readId(raw['id'])
    const path = `team ${quoted(raw['name'])}`
    if (id === null) {
      report.leaveOut(path, 'it has no id, so it has no scores', 'Correct the response of the call for teams.')
      return []
    }
    const classes: readonly unknown[] = Array.isArray(raw['allowed_classes']) ? raw['allowed_classes'] : []
    const team = numbers.add(id)
    return [
      {
        type: 'team' as const,
        team,
        name: readName(raw['name'], `Team ${team}`, path, report),
        abbreviation: readName(raw['abbreviation'], '', `${path}, abbreviation`, report),
        color: /^#[0-9a-f]{6}$/i.test(readText(raw['color'])) ? readText(raw['color']) : '',
        allowed_classes: classes.flatMap((one) => readName(one, '', `${path}, class`, report) || []),
        version: 1,
        logo: null,
        members: [...(ofTeam.get(id) ?? [])],
      },
    ]
  })
}

interface Definition {
  readonly records: readonly (RecordOf<'scoring_preset'> | RecordOf<'objective'>)[]
  readonly objectives: readonly RecordOf<'objective'>[]
  readonly objectiveOf: ReadonlyMap<string, number>
  readonly presetOf: ReadonlyMap<string, number>
  readonly methodOf: ReadonlyMap<number, RecordOf<'scoring_preset'>['scoring_method']>
}

function describeDefinition({ scoring_presets, objectives }: DefinitionDocument, start: number): Definition {
  const presets = (scoring_presets ?? []).map(({ key: _, type: preset_type, parameters, points, ...preset }, at) => ({
    type: 'scoring_preset' as const,
    preset: at + 1,
    ...preset,
    points: [...points],
    ...(Object.keys(parameters).length > 0 && { parameters }),
    preset_type,
    version: 1,
  }))
  const presetOf = new Map((scoring_presets ?? []).map(({ key }, at) => [key, at + 1]))
  const placed = listEntries(objectives ?? [])
  const objectiveOf = new Map(placed.map(({ entry }, at) => [entry.key, at + 1 + root]))
  const timeOf = (offset: number | null) => (offset === null ? null : writeTime(start + offset))
  const described = placed.map(({ entry, parent }): RecordOf<'objective'> => {
    const [scoring_preset = null, ...further_presets] = listPresetKeys(entry).flatMap((key) => presetOf.get(key) ?? [])
    return {
      type: 'objective',
      objective: objectiveOf.get(entry.key) ?? 0,
      parent: parent ? (objectiveOf.get(parent.key) ?? root) : root,
      name: entry.name,
      extra: writeExtra(entry),
      objective_type: entry.objective_type,
      aggregation: entry.aggregation,
      number_field: entry.number_field,
      required_number: entry.required_number,
      hide_progress: entry.hide_progress,
      reports: entry.reports,
      report_proof: entry.report_proof,
      valid_from: timeOf(entry.valid_from),
      valid_to: timeOf(entry.valid_to),
      scoring_preset,
      ...(further_presets.length > 0 && { further_presets, finished_by: entry.finished_by }),
      version: 1,
      conditions: [...entry.conditions],
    }
  })
  const top: RecordOf<'objective'> = {
    type: 'objective',
    objective: root,
    parent: null,
    name: 'default',
    extra: '',
    objective_type: 'CATEGORY',
    aggregation: 'NONE',
    number_field: 'FINISHED_OBJECTIVES',
    required_number: 1,
    hide_progress: false,
    reports: null,
    report_proof: null,
    valid_from: null,
    valid_to: null,
    scoring_preset: null,
    version: 1,
    conditions: [],
  }
  return {
    records: [...presets, top, ...described],
    objectives: [top, ...described],
    objectiveOf,
    presetOf,
    methodOf: new Map(presets.map(({ preset, scoring_method }) => [preset, scoring_method])),
  }
}

const secondsToText = (seconds: number | null) => (seconds === null ? null : writeTime(seconds * 1000))

/** The score of a team on an objective in the numbers of the archive. */
function describeScore(
  { objective_id: _, team_id: __, shares, user_id, timestamp, ...score }: FinalScore,
  at: { readonly objective: number; readonly team: number },
  { personOf }: Members,
  presetOfRule: (rule_id: number) => number | undefined,
): RecordOf<'score'> {
  const by_rule = (shares ?? []).flatMap(({ rule_id, timestamp: share_at, ...share }) => {
    const preset = presetOfRule(rule_id)
    return preset === undefined ? [] : [{ preset, ...share, timestamp: secondsToText(share_at) }]
  })
  return {
    type: 'score',
    ...at,
    ...score,
    timestamp: secondsToText(timestamp),
    person: personOf(user_id),
    ...(by_rule.length > 1 && by_rule.length === shares?.length && { by_rule }),
    sequence: 0,
  }
}

/** The receipts of an objective: there are no facts, only what the answers say about it and its parts. */
function* describeReceipts(
  { objectives, methodOf }: Definition,
  teams: readonly RecordOf<'team'>[],
  scores: readonly RecordOf<'score'>[],
): Generator<RecordOf<'receipt'>> {
  const byPlace = new Map(scores.map((score) => [`${score.objective} ${score.team}`, score]))
  const children = Map.groupBy(objectives, ({ parent }) => parent)
  const secondsOf = (score: RecordOf<'score'> | undefined) => (score?.timestamp ? (readTime(score.timestamp) ?? 0) / 1000 : null)
  for (const { objective, required_number, scoring_preset } of objectives) {
    for (const { team } of teams) {
      const score = byPlace.get(`${objective} ${team}`)
      const points = score?.points ?? 0
      yield {
        type: 'receipt',
        objective,
        team,
        ledger_sequence: 0,
        points,
        own_points: points,
        adjustment: null,
        rank: score?.rank ?? 0,
        number: score?.number ?? 0,
        required_number,
        finished: score?.finished ?? false,
        timestamp: secondsOf(score),
        person: score?.person ?? null,
        scoring_method: scoring_preset === null ? null : (methodOf.get(scoring_preset) ?? null),
        sentence: score ? `Imported from another system: ${points} points.` : 'The other system published no score here.',
        facts: [],
        facts_left_out: 0,
        children: (children.get(objective) ?? []).map((child) => {
          const part = byPlace.get(`${child.objective} ${team}`)
          return { objective: child.objective, finished: part?.finished ?? false, timestamp: secondsOf(part) }
        }),
        is_imported: true,
      }
    }
  }
}

const announce = (made_at: number): RecordOf<'announcement'> => ({
  type: 'announcement',
  title: 'Imported final scores',
  text: 'Teams, objectives, points and ranks come from the public answers of another system. Receipts, the history of scores, characters and submissions were not in them.',
  starts_at: writeTime(made_at),
  ends_at: null,
  version: 1,
})

/** @param made_at now, in milliseconds: the event must be over */
export function translateArchive(
  values: readonly { readonly source: string; readonly value: unknown }[],
  made_at: number,
): TranslatedArchive {
  const report = new Report('archive')
  const refuse = (problem: string): TranslatedArchive => ({ ok: false, problem, report: report.finish() })
  const answers = sortAnswers(values, report)
  const translated = translateDefinition(answers, report)
  if (typeof translated === 'string') return refuse(translated)
  const { start, end, document } = translated
  if (end === null) return refuse('The event has no end that can be read, and only events that are over have an archive.')
  if (start + end > made_at) return refuse('The event is not over yet: translate its definition instead.')
  if (!document.event?.game_version) return refuse('The event names no game that Muster knows.')
  if (answers.scores.length === 0)
    return refuse('There are no scores among the files: add the response of /api/events/ID/scores/latest.')

  const members = readMembers(answers.users, report)
  const teamNumbers = new Numbers()
  const teams = describeTeams(translated.teams, teamNumbers, members, report)
  const definition = describeDefinition(document, start)
  const presetOfRule = (id: number) => {
    const preset = translated.presets.get(id)
    return preset ? definition.presetOf.get(preset.key) : undefined
  }
  const hiding = new Set(definition.objectives.flatMap(({ objective, hide_progress }) => (hide_progress ? [objective] : [])))
  const scores = readScores(answers.scores, report).flatMap((score) => {
    const team = teamNumbers.find(score.team_id)
    const key = translated.keyOf.get(score.objective_id)
    const objective = translated.roots.has(score.objective_id) ? root : definition.objectiveOf.get(key ?? '')
    const isHidden = team !== undefined && objective !== undefined && !score.finished && hiding.has(objective)
    if (team !== undefined && objective !== undefined && !isHidden)
      return [describeScore(score, { objective, team }, members, presetOfRule)]
    // An archive contains only data that every visitor may see.
    const why = isHidden
      ? 'this progress is hidden from others'
      : `the ${team === undefined ? 'team' : 'objective'} was not translated`
    if (score.points !== 0)
      report.leaveOut(
        `score of team ${score.team_id} on objective ${score.objective_id}`,
        `${score.points} points have no place: ${why}`,
        isHidden
          ? 'Set hide_progress of the objective to false in the answer if all may see it.'
          : 'Correct the answer, and translate again.',
      )
    return []
  })
  reportMissing(answers.scores, scores, translated, report)
  const counts = { teams: teamNumbers.count, objectives: definition.objectives.length, people: members.people.length }
  const records: ArchiveRecord[] = [
    describeEvent({ ...translated, end }, counts, report),
    ...members.people,
    ...definition.records,
    ...teams,
    announce(made_at),
    ...scores,
    ...describeReceipts(definition, teams, scores),
  ]
  const totals = teams.map(({ team, name }) => ({
    name,
    points: scores.reduce((sum, score) => sum + (score.team === team ? score.points : 0), 0),
  }))
  return { ok: true, name: document.event.name ?? 'Event', records, totals, report: report.finish() }
}

/** Data that the answers never contain, or hide from the caller. */
function reportMissing(
  raws: readonly Raw[],
  scores: readonly RecordOf<'score'>[],
  { document }: TranslatedDefinition,
  report: Report,
): void {
  const missing = 'the answers have no facts, history of scores, characters, builds, ladder, submissions, guilds, logos and rules'
  report.leaveOut('event', missing, 'The pages of the event say that scores were imported without receipts.')
  const hidden = listEntries(document.objectives ?? []).filter(({ entry }) => entry.hide_progress).length
  if (hidden > 0)
    report.check(
      'scores',
      `${hidden} objectives hide the progress of others, so unfinished scores on them may be missing`,
      'Compare the totals with the board of the other system.',
    )
  const named = new Set(raws.filter(isRaw).flatMap(({ score }) => (isRaw(score) ? (readId(score['user_id']) ?? []) : [])))
  const unknown = scores.filter(({ person }) => person === null).length
  if (named.size > 0 && unknown > 0)
    report.check('scores', `${unknown} scores name no player of the answers`, 'Their pages name the team alone.')
}
