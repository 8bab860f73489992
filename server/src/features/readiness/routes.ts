import type { UserId } from '@muster/contract/ids'
import type { RecurringJob } from '@muster/contract/jobs'
import { markedSteps, type StepWrite } from '@muster/contract/readiness'
import { mayTake } from '@muster/domain/events/checklist'
import { games } from '@muster/domain/events/games'
import { judgeEventReadiness } from '@muster/domain/events/readiness'
import type { JobFigures, Named, StepMark } from '@muster/domain/events/readiness-figures'
import type { Handlers } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { listPatches } from '../../game-tree-files.ts'
import { loadClassTable } from '../../ingestion/rules/class-table.ts'
import { hasItemChecks, listCoverage } from '../item-checks/store.ts'
import { listReadyJobs } from '../jobs/store.ts'
import { Refusal, refuseField } from '../../refusal.ts'
import { listUnscored } from '../server-state/store.ts'
import { countSignupsByDay, listByHand, listSteps, loadFigures, type NamedCount, type StoredStep, upsertStep } from './store.ts'

const toTime = (text: string | null) => (text === null ? null : Date.parse(text))

const toJobFigures = ({ job_type, ...job }: RecurringJob): JobFigures => ({
  job_type,
  end_at: Date.parse(job.end_date),
  is_running: job.is_running,
  failures_in_a_row: job.failures_in_a_row,
  away_since: toTime(job.away_since),
  last_error: job.last_error,
  last_success_at: toTime(job.last_success_at),
})

const maxNames = 5
const noNames: NamedCount = { count: 0, names: [] }
const outOf = (found: NamedCount, total: number): Named => ({ ...found, total })

/** Whether data that the game's API lacks was imported. An unreadable file counts as none. */
async function findImports({ config: { data_dir }, log }: Context, { game_version }: Row<'events'>) {
  const [patches, classes] = await Promise.all([
    listPatches(data_dir, { game_version, kind: 'passive' }),
    loadClassTable(data_dir, game_version).catch((error: unknown) => {
      log.warn({ err: error }, 'could not read the table of item classes; it is treated as missing')
      return undefined
    }),
  ])
  return { has_passive_tree: patches.length > 0, has_item_classes: classes !== undefined }
}

/** The coverage of item objectives; the definition is read only if a scan or a saved item exists. */
async function findItemChecks({ db }: Context, event: Row<'events'>, item_objectives: number) {
  if (!(await hasItemChecks(db, event.id))) {
    return { failing: outOf(noNames, item_objectives), unmatched: outOf(noNames, item_objectives), is_checked: false }
  }
  const covered = await listCoverage(db, event.id)
  const toNamed = (found: typeof covered): Named => ({
    count: found.length,
    total: covered.length,
    names: found.slice(0, maxNames).map(({ name }) => name),
  })
  return {
    failing: toNamed(covered.filter(({ failing }) => failing > 0)),
    unmatched: toNamed(covered.filter(({ state }) => state === 'never')),
    is_checked: true,
  }
}

const toMark = ({ code, marked_at, marked_by }: StoredStep): [string, StepMark][] =>
  marked_at === null ? [] : [[code, { at: marked_at.getTime(), by: marked_by }]]

/** An owner who has lost the role for a step no longer owns it. */
const toOwner = ({ code, owner, owner_roles }: StoredStep) =>
  owner !== null && mayTake(code, owner_roles) ? [{ code, user: owner }] : []

async function readEventReadiness(ctx: Context, event: Row<'events'>) {
  const now = ctx.clock.now()
  const [stored, allJobs, unscored, signups_by_day, imports, steps, by_hand] = await Promise.all([
    loadFigures(ctx.db, event, now),
    listReadyJobs(ctx),
    listUnscored(ctx.db),
    countSignupsByDay(ctx.db, event.id),
    findImports(ctx, event),
    listSteps(ctx.db, event.id),
    ctx.game === null ? listByHand(ctx.db, event) : noNames,
  ])
  const jobs = allJobs.filter(({ event_id }) => event_id === event.id)
  const wanted = jobs.filter(({ end_date }) => Date.parse(end_date) > now)
  const problems = stored.ingestion_problems
  const lines = judgeEventReadiness({
    now,
    speed: ctx.clock.speed,
    game_version: event.game_version,
    reads_game: ctx.game !== null,
    dates: {
      application_start_time: event.application_start_time.getTime(),
      application_end_time: event.application_end_time.getTime(),
      event_start_time: event.event_start_time.getTime(),
      event_end_time: event.event_end_time.getTime(),
    },
    is_public: event.is_public,
    is_current: event.is_current,
    is_locked: event.is_locked,
    is_imported: event.archived_at !== null,
    is_league_seen: stored.is_league_seen,
    objectives: stored.objectives,
    item_objectives: stored.item_objectives,
    item_checks: await findItemChecks(ctx, event, stored.item_objectives),
    character_objectives: stored.character_objectives,
    by_hand: outOf(by_hand, stored.objectives),
    without_points: outOf(stored.without_points, stored.objectives),
    problems,
    takes_submissions: stored.takes_submissions,
    pending_submissions: stored.pending_submissions,
    waiting_points: stored.waiting_points,
    jobs: jobs.map(toJobFigures),
    stream_moved_at: stored.stream_moved_at?.getTime() ?? null,
    unscored_since: unscored.find(({ event_id }) => event_id === event.id)?.at ?? null,
    guilds: stored.guilds,
    signups: stored.signups,
    teams: stored.teams,
    empty_teams: outOf(stored.empty_teams, stored.teams),
    teams_without_lead: outOf(stored.teams_without_lead, stored.teams),
    deposits_count: event.guild_log === 'counts' && games[event.game_version].guild_logs,
    teams_without_guild: outOf(stored.teams_without_guild, stored.teams),
    unplaced: outOf(stored.unplaced, Math.min(stored.signups, event.max_size)),
    unconnected: outOf(stored.unconnected, stored.players),
    has_rules: stored.has_rules,
    needs_passive_tree: stored.needs_passive_tree,
    ...imports,
    has_start_news: stored.has_start_news,
    has_thanks: stored.has_thanks,
    raw_kept_until: event.raw_kept_until?.getTime() ?? null,
    is_raw_removed: event.raw_removed_at !== null,
    scored_at: stored.scored_at?.getTime() ?? null,
    defined_at: stored.defined_at?.getTime() ?? null,
    marks: Object.fromEntries(steps.flatMap(toMark)),
  })
  const { teams, presets, objectives, signups, pending_submissions, waiting_points, users, users_with_role, active_players } =
    stored
  return {
    judged_at: new Date(now).toISOString(),
    lines: lines.map(({ at, names, right, ...line }) => ({
      ...line,
      names: [...names],
      right: [...right],
      at: at === null ? null : new Date(at).toISOString(),
    })),
    owners: steps.flatMap(toOwner),
    figures: {
      teams,
      presets,
      objectives,
      signups,
      pending_submissions,
      waiting_points,
      users,
      users_with_role,
      active_players,
      signups_by_day,
      waiting: Math.max(0, signups - event.max_size),
      jobs_wanted: wanted.length,
      jobs_running: wanted.filter(({ is_running }) => is_running).length,
      problems,
    },
  }
}

function toChange(action: StepWrite['action'], user_id: UserId, now: Date) {
  switch (action) {
    case 'take':
      return { owner_id: user_id }
    case 'give_back':
      return { owner_id: null }
    case 'mark':
      return { marked_by_id: user_id, marked_at: now }
    case 'unmark':
      return { marked_by_id: null, marked_at: null }
  }
}

export const readinessRoutes = {
  getEventReadiness: ({ ctx, event }) => readEventReadiness(ctx, event),

  changeEventStep: async ({ ctx, event, viewer, body: { code, action } }) => {
    if (!mayTake(code, viewer.permissions)) throw new Refusal('not_allowed')
    const isMark = action === 'mark' || action === 'unmark'
    if (isMark && !markedSteps.some((step) => step === code))
      throw refuseField('code', 'is derived from the data of the event and cannot be marked')
    const now = ctx.clock.now()
    if (action === 'mark' && now <= event.event_end_time.getTime()) throw new Refusal('event_not_over')
    await upsertStep(ctx.db, event.id, code, toChange(action, viewer.user_id, new Date(now)))
  },
} satisfies Partial<Handlers>
