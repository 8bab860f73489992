import { endpoints } from '@muster/contract/endpoints'
import type { Access } from '@muster/contract/endpoint'
import type { JobType } from '@muster/contract/jobs'
import type { DefinitionProblemCode } from '@muster/contract/definition-problems'
import {
  type ReadinessCode,
  type ReadinessFinding,
  type ReadinessWeight,
  readinessCodes,
  readinessWeights,
} from '@muster/contract/readiness'
import { type Role, roles } from '@muster/contract/users'
import { findDateProblems } from './dates.ts'
import { games } from './games.ts'
import { findJobProblem } from './job-problems.ts'
import { endJudges } from './readiness-end.ts'
import {
  done,
  isNear,
  isOver,
  type JobFigures,
  type Judge,
  type JudgedLine,
  later,
  noneOf,
  type ReadinessFigures,
  type Verdict,
} from './readiness-figures.ts'

const minute_ms = 60_000
// Upper bounds for normal delays, in milliseconds of the wall clock.
/** The game's stream never pauses for this long. */
const streamRest_ms = 10 * minute_ms
/** Scores are written within a second or two; a takeover takes longer. */
const scoresRest_ms = minute_ms
/** A single failed round needs no attention. */
const failuresToTell = 3

/** The access that is needed to resolve a line; null: on the server's command line only. */
const mendedBy: Readonly<Record<ReadinessCode, Access | null>> = {
  dates: endpoints.createEvent.access,
  shown: endpoints.createEvent.access,
  league: endpoints.createEvent.access,
  objectives: endpoints.createObjective.access,
  presets: endpoints.createScoringPreset.access,
  never_matching: endpoints.createCondition.access,
  unknown_names: endpoints.createCondition.access,
  item_checks: endpoints.startItemScan.access,
  item_sources: endpoints.createCondition.access,
  by_hand: endpoints.createObjective.access,
  problems: endpoints.createObjective.access,
  stream_job: endpoints.startJob.access,
  evaluation_job: endpoints.startJob.access,
  character_job: endpoints.startJob.access,
  guild_jobs: endpoints.startJob.access,
  stream_position: endpoints.moveStream.access,
  scores: endpoints.startJob.access,
  signups: endpoints.createEvent.access,
  teams: endpoints.createTeam.access,
  empty_teams: endpoints.addUsersToTeams.access,
  leads: endpoints.addUsersToTeams.access,
  guilds: endpoints.saveAnnouncement.access,
  unplaced: endpoints.addUsersToTeams.access,
  connections: endpoints.getEventSignups.access,
  rules: endpoints.writeEventRules.access,
  passive_tree: null,
  item_classes: null,
  lock: endpoints.createEvent.access,
  start_news: endpoints.saveAnnouncement.access,
  submissions: endpoints.reviewSubmission.access,
  waiting_points: endpoints.decideManualPoints.access,
  jobs_end: endpoints.startJob.access,
  final_lock: endpoints.createEvent.access,
  archive: endpoints.getEventArchive.access,
  thanks: endpoints.saveAnnouncement.access,
  raw_data: endpoints.chooseEventRetention.access,
  export: endpoints.getDefinitionFile.access,
}

/** The roles that can resolve a line on the pages; empty: only the server's command line can. */
export function rolesFor(code: ReadinessCode): Role[] {
  const access = mendedBy[code]
  return access === null || access === 'public' ? [] : roles.filter((role) => access.includes(role))
}

const toAge_ms = ({ now, speed }: ReadinessFigures, at: number) => (now - at) / speed
const isRunning = (figures: ReadinessFigures) => figures.now >= figures.dates.event_start_time && !isOver(figures)

/** One of the jobs that an event needs; null if the event is over, or the game does not offer its data. */
function judgeJobs(figures: ReadinessFigures, types: readonly JobType[], weight: ReadinessWeight): Verdict | null {
  const { now, dates, game_version, jobs } = figures
  const offered = types.filter((job_type) => findJobProblem(job_type, game_version) === null)
  if (isOver(figures) || offered.length === 0) return null
  const found = offered.map((job_type) => ({ job_type, job: jobs.find((job) => job.job_type === job_type) }))
  const tell = (
    finding: ReadinessFinding,
    isMeant: (job: JobFigures | undefined) => boolean,
    as: ReadinessWeight = weight,
  ): Verdict | null => {
    const meant = found.filter(({ job }) => isMeant(job))
    if (meant.length === 0) return null
    const [job] = meant.map((one) => one.job)
    return {
      weight: as,
      finding,
      count: meant.length,
      total: offered.length,
      names: meant.map(({ job_type }) => job_type),
      detail: finding === 'failing' ? (job?.last_error ?? null) : null,
      at: (finding === 'ends_early' ? job?.end_at : finding === 'away' ? job?.away_since : job?.last_success_at) ?? null,
    }
  }
  return (
    tell('not_wanted', (job) => job === undefined || job.end_at <= now, isNear(figures) ? weight : 'later') ??
    tell('not_running', (job) => job?.is_running === false) ??
    tell('failing', (job) => (job?.failures_in_a_row ?? 0) >= failuresToTell) ??
    tell('away', (job) => typeof job?.away_since === 'number', 'open') ??
    tell('ends_early', (job) => job !== undefined && job.end_at < dates.event_end_time) ??
    done({ total: offered.length })
  )
}

/** Every line, in the order of the work; null: the line does not apply to this event at this time. */
const judges: Readonly<Record<Exclude<ReadinessCode, 'never_matching' | 'unknown_names'>, Judge>> = {
  dates: ({ dates }) => {
    const wrong = findDateProblems(dates)
    if (wrong.length > 0)
      return {
        weight: 'stops_start',
        finding: 'wrong_order',
        count: wrong.length,
        total: 2,
        names: wrong.map(({ field }) => field),
      }
    if (dates.event_end_time === dates.event_start_time)
      return { weight: 'stops_start', finding: 'no_length', count: 1, total: 2 }
    return done({ total: 2 })
  },

  shown: (figures) => {
    const { is_public, is_current, now, dates } = figures
    if (isOver(figures)) return null
    if (!is_public) return { weight: now >= dates.application_start_time ? 'stops_start' : 'open', finding: 'hidden' }
    return is_current ? done() : { weight: 'open', finding: 'not_current' }
  },

  league: (figures) => {
    if (isOver(figures)) return null
    if (figures.is_league_seen) return done()
    // Nobody plays in the league before the start, so it may be unseen.
    return { weight: isRunning(figures) ? 'stops_start' : 'open', finding: 'not_seen' }
  },

  objectives: ({ objectives }) =>
    objectives === 0 ? { weight: 'stops_start', finding: 'none' } : done({ count: objectives, total: objectives }),

  presets: ({ objectives, without_points }) => {
    if (objectives === 0) return null
    return noneOf(without_points, without_points.count === objectives ? 'stops_start' : 'open')
  },

  item_checks: (figures) => {
    const { failing, unmatched, is_checked } = figures.item_checks
    if (isOver(figures) || figures.item_objectives === 0) return null
    if (failing.count > 0) return { weight: 'open', finding: 'failing', ...failing }
    return is_checked
      ? noneOf(unmatched, 'open')
      : { weight: 'open', finding: 'none', count: unmatched.total, total: unmatched.total }
  },

  // If the game shows no tabs, the line tells organisers which items count instead.
  item_sources: ({ item_objectives: count, game_version }) =>
    count === 0 || games[game_version].stash_stream ? null : done({ finding: 'worn', count, total: count }),

  by_hand: ({ reads_game, objectives, by_hand }) => (reads_game || objectives === 0 ? null : noneOf(by_hand, 'open')),

  problems: ({ objectives, problems }) => (objectives === 0 ? null : judgeProblems(problems)),

  stream_job: (figures) => (figures.item_objectives === 0 ? null : judgeJobs(figures, ['FetchStashChanges'], 'stops_start')),

  // Without tabs it counts the lines of guild logs.
  evaluation_job: (figures) => {
    const { item_objectives, reads_game, guilds } = figures
    if (item_objectives === 0 || (!reads_game && guilds === 0)) return null
    return judgeJobs(figures, ['EvaluateStashChanges'], reads_game ? 'stops_start' : 'open')
  },

  character_job: (figures) => {
    const { character_objectives, item_objectives, game_version } = figures
    const reads = character_objectives > 0 || (item_objectives > 0 && !games[game_version].stash_stream)
    return judgeJobs(figures, ['FetchCharacterData'], reads ? 'stops_start' : 'open')
  },

  guild_jobs: (figures) =>
    figures.guilds === 0 ? null : judgeJobs(figures, ['FetchGuildStashes', 'DetermineGuildStashAccess'], 'open'),

  stream_position: (figures) => {
    const { jobs, stream_moved_at, game_version } = figures
    const job = jobs.find(({ job_type }) => job_type === 'FetchStashChanges')
    if (isOver(figures) || !games[game_version].stash_stream) return null
    // A stopped job has its own line already.
    if (!job?.is_running || job.away_since !== null || stream_moved_at === null) return null
    if (toAge_ms(figures, stream_moved_at) > streamRest_ms) return { weight: 'stops_start', finding: 'late', at: stream_moved_at }
    return done({ at: stream_moved_at })
  },

  scores: (figures) => {
    const { objectives, unscored_since } = figures
    if (objectives === 0) return null
    if (unscored_since === null || toAge_ms(figures, unscored_since) <= scoresRest_ms) return done()
    return { weight: 'stops_start', finding: 'late', at: unscored_since }
  },

  signups: (figures) => {
    const { now, dates, signups: count } = figures
    if (isOver(figures)) return null
    if (now < dates.application_start_time) return { ...later, finding: 'not_open', at: dates.application_start_time, count }
    if (now <= dates.application_end_time) return { ...later, finding: 'open_now', at: dates.application_end_time, count }
    return count === 0 ? { weight: 'stops_start', finding: 'nobody' } : done({ count })
  },

  teams: ({ teams }) => (teams === 0 ? { weight: 'stops_start', finding: 'none' } : done({ count: teams, total: teams })),

  empty_teams: (figures) => {
    const { now, dates, teams, empty_teams } = figures
    // Teams are drawn after signups have closed.
    if (teams === 0 || now < dates.application_end_time) return null
    return noneOf(empty_teams, 'stops_start')
  },

  leads: (figures) => {
    const { now, dates, teams, teams_without_lead } = figures
    return teams === 0 || now < dates.application_end_time ? null : noneOf(teams_without_lead, 'open')
  },

  guilds: (figures) => {
    const { now, dates, deposits_count, teams, teams_without_guild } = figures
    if (!deposits_count || teams === 0 || now < dates.application_end_time) return null
    return noneOf(teams_without_guild, 'open')
  },

  unplaced: (figures) => {
    const { now, dates, signups, unplaced } = figures
    if (isOver(figures)) return null
    if (now < dates.application_end_time) return later
    return signups === 0 ? null : noneOf(unplaced, 'open')
  },

  connections: (figures) => (isOver(figures) || figures.unconnected.total === 0 ? null : noneOf(figures.unconnected, 'open')),

  rules: ({ has_rules }) => (has_rules ? done() : { weight: 'open', finding: 'none' }),

  passive_tree: ({ has_passive_tree, needs_passive_tree }) => {
    if (has_passive_tree) return done()
    return needs_passive_tree ? { weight: 'stops_start', finding: 'needed' } : { weight: 'open', finding: 'none' }
  },

  item_classes: ({ has_item_classes, item_objectives }) => {
    if (item_objectives === 0) return null
    return has_item_classes ? done() : { weight: 'open', finding: 'none' }
  },

  ...endJudges,
}

/** Lines about data of the game's API. A server without a client of it has none of that data to wait for. */
const linesOfGame: ReadonlySet<ReadinessCode> = new Set<ReadinessCode>([
  'league',
  'connections',
  'item_sources',
  'stream_job',
  'character_job',
  'guild_jobs',
  'stream_position',
  'passive_tree',
])

const empty = { count: 0, total: 0, names: [], detail: null, at: null }

/** Lines that stop the start come first, then the order of the work. */
export function sortLines<L extends Pick<JudgedLine, 'code' | 'weight'>>(lines: readonly L[]): L[] {
  const place = ({ weight, code }: L) => readinessWeights.indexOf(weight) * readinessCodes.length + readinessCodes.indexOf(code)
  return lines.toSorted((one, other) => place(one) - place(other))
}

/** The readiness of an event: lines that stop the start first, then in the order of the work. */
export function judgeEventReadiness(figures: ReadinessFigures): JudgedLine[] {
  const lines = (Object.entries(judges) as [ReadinessCode, Judge][]).flatMap(([code, judge]) => {
    if (!figures.reads_game && linesOfGame.has(code)) return []
    const verdict = judge(figures)
    // An imported event can only be read.
    if (verdict === null || (figures.is_imported && verdict.weight !== 'done')) return []
    // An event that is over has already started.
    const weight = verdict.weight === 'stops_start' && isOver(figures) ? 'open' : verdict.weight
    return [{ code, right: rolesFor(code), ...empty, ...verdict, weight }]
  })
  return sortLines(lines)
}

/** Judges the number of unread answers of the game, to which `judgeDefinition` adds the problems of the definition. */
const judgeProblems = (count: number): Verdict =>
  count === 0 ? done() : { weight: 'open', finding: 'some', count, total: count }

/** Findings of the definition which say that no player can complete an objective. */
const impossible: readonly DefinitionProblemCode[] = [
  'refused_condition',
  'never_matches',
  'impossible_value',
  'impossible_window',
  'cannot_count',
]

/**
 * The lines from the check of the definition. They are separate: checking a large definition takes long, and only designers see
 * it. A new league adds names that no list contains yet, so no line says that all names are right.
 */
export function judgeDefinition(
  found: Readonly<Partial<Record<DefinitionProblemCode, number>>>,
  total: number,
  problems: number,
): readonly (JudgedLine & { readonly at: null })[] {
  const toLine = (code: 'never_matching' | 'unknown_names' | 'problems', verdict: Verdict) => ({
    code,
    right: rolesFor(code),
    ...empty,
    ...verdict,
    at: null,
  })
  const lineOf = (code: 'never_matching' | 'unknown_names', count: number) =>
    toLine(code, noneOf({ count, total, names: [] }, 'open'))
  const never = impossible.reduce((sum, code) => sum + (found[code] ?? 0), 0)
  const unknown = found.unknown_name ?? 0
  return [
    lineOf('never_matching', never),
    ...(unknown > 0 ? [lineOf('unknown_names', unknown)] : []),
    toLine('problems', judgeProblems(problems)),
  ]
}
