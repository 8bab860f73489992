import type { EventId, ObjectiveId, TeamId, UserId } from '@muster/contract/ids'
import { findCounts } from '@muster/domain/scoring/aggregations/counts'
import type { Context } from '@muster/server/context'
import { recordDefinition } from '@muster/server/db/definition'
import type { Row } from '@muster/server/db/schema'
import { review } from '@muster/server/features/submissions/review'
import { submit } from '@muster/server/features/submissions/submit'
import { openScorekeeper } from '@muster/server/scoring/scorekeeper'
import { logInAll, type SimulatedAccount } from './people.ts'
import { openJobs, openPastGame, type PastLeague } from './past-game.ts'
import { pastPresets, pastTree } from './past-objectives.ts'
import { pastRules } from './rules.ts'
import { type DemoPlayer, type DemoTeam, insertObjectives, insertPresets, insertTeams } from './seed.ts'

// A finished event for the demo's archive. It was played in a league of its own, by the same code as today, on a clock that moves
// from moment to moment: its history is as long as the event was.

const hour_ms = 3_600_000
const length_hours = 24
/** Event time from one moment to the next. */
const step_ms = 30 * 60_000
const calculatedEvery_hours = 4
const maxPerTeam = 6
/** Name of the event and of its league. */
const name = 'Autumn Muster'

const teams: readonly DemoTeam[] = [
  { name: 'Emberfall', abbreviation: 'EMB', color: '#e4572e' },
  { name: 'Saltmarch', abbreviation: 'SLT', color: '#1fa2b8' },
  { name: 'Hollow Crown', abbreviation: 'HLC', color: '#b8a04a' },
]

/** A claim and the judge's decision. */
interface Claim {
  readonly objective_id: ObjectiveId
  readonly team_id: TeamId
  readonly user_id: UserId
  readonly claimed_at: number
  readonly number: number
  readonly isSeen: boolean
}

/** The same claims in every demo: they follow from the numbers of objective and team alone. */
function draw(objective: number, team: number, turn: number): number {
  const mixed = Math.imul(objective * 31 + team * 17 + turn * 7 + 1, 0x9e3779b1) >>> 0
  return (Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 8) % 1000
}

function planClaims(
  start_at: number,
  objectives: readonly { readonly id: ObjectiveId; readonly aggregation: string }[],
  members: readonly { readonly team_id: TeamId; readonly user_id: UserId }[],
): Claim[] {
  const team_ids = [...new Set(members.map(({ team_id }) => team_id))]
  const claims = objectives.flatMap(({ id, aggregation }, objective) => {
    const isRecord = findCounts(aggregation) === 'highest'
    return team_ids.flatMap((team_id, team) => {
      const mates = members.filter((member) => member.team_id === team_id)
      const turns = isRecord ? [0, 1, 2] : [0]
      return turns.flatMap((turn): Claim[] => {
        const luck = draw(objective, team, turn)
        const mate = mates[luck % mates.length]
        // One in eight was never tried.
        if (!mate || luck % 8 === 0) return []
        const hour = 2 + ((objective * 3 + turn * 13 + luck / 40) % (length_hours - 4))
        const number = isRecord ? 60 + 70 * turn + (luck % 90) : 1
        return [{ objective_id: id, ...mate, claimed_at: start_at + Math.floor(hour * hour_ms), number, isSeen: luck % 11 !== 0 }]
      })
    })
  })
  return claims.sort((a, b) => a.claimed_at - b.claimed_at || a.objective_id - b.objective_id || a.team_id - b.team_id)
}

async function insertEvent(ctx: Context, start_at: number, players: readonly DemoPlayer[]): Promise<Row<'events'>> {
  const opened_at = new Date(start_at - 21 * 24 * hour_ms)
  return ctx.db.transact(async (tx) => {
    const event = await tx
      .insertInto('events')
      .values({
        name,
        game_version: 'poe1',
        is_current: false,
        is_public: true,
        max_size: 60,
        waitlist_size: 0,
        patch: '3.29',
        application_start_time: opened_at,
        application_end_time: new Date(start_at - hour_ms),
        event_start_time: new Date(start_at),
        event_end_time: new Date(start_at + length_hours * hour_ms),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const ids = await insertPresets(tx, event.id, pastPresets)
    await insertObjectives(tx, { event_id: event.id, start_at, presets: ids }, pastTree)
    await insertTeams(tx, event.id, teams, players, opened_at)
    await tx
      .insertInto('event_rules')
      .values({ event_id: event.id, version: 1, text: pastRules, written_at: opened_at, author_id: null })
      .execute()
    await recordDefinition(tx, event.id, {
      timestamp: opened_at,
      author_id: null,
      reason: 'The past event of the demo was created',
    })
    const end_date = new Date(start_at + (length_hours + 1) * hour_ms)
    const job_types = ['FetchStashChanges', 'EvaluateStashChanges', 'FetchCharacterData'] as const
    await tx
      .insertInto('jobs')
      .values(job_types.map((job_type) => ({ event_id: event.id, job_type, end_date })))
      .execute()
    return event
  })
}

const listObjectives = (ctx: Context, event_id: EventId) =>
  ctx.db
    .selectFrom('objectives')
    .select(['id', 'aggregation'])
    .where('event_id', '=', event_id)
    .where('objective_type', '=', 'SUBMISSION')
    .orderBy('id')
    .execute()

const listMembers = (ctx: Context, event_id: EventId) =>
  ctx.db
    .selectFrom('team_users')
    .select(['team_id', 'user_id'])
    .where('event_id', '=', event_id)
    .orderBy('team_id')
    .orderBy('user_id')
    .execute()

/** Submits a claim, and decides it two minutes later. */
async function claimAndJudge(
  { past, event, moveTo }: { past: Context; event: Row<'events'>; moveTo: (at: number) => void },
  { objective_id, team_id, user_id, claimed_at, number, isSeen }: Claim,
  { judge_id, proof }: { judge_id: UserId; proof: string },
): Promise<void> {
  moveTo(claimed_at + 60_000)
  const body = { objective_id, timestamp: new Date(claimed_at).toISOString(), number, proof, comment: '' }
  const { id } = await submit(past, event, { user_id, team: { team_id, is_team_lead: false } }, body)
  moveTo(claimed_at + 180_000)
  await review(past, event, id, judge_id, {
    approval_status: isSeen ? 'APPROVED' : 'REJECTED',
    review_comment: isSeen ? '' : 'The picture does not show whose character it is',
  })
}

/**
 * Creates the event before the demo event and plays it to its end.
 * @param event.start_ms on the event clock, some weeks ago
 * @param event.people_seed of the demo's world, which has this many `people`; the first of them took part
 * @returns the accounts that played; they are connected to the finished league
 */
export async function playPastEvent(
  ctx: Context,
  event: Pick<PastLeague, 'start_ms' | 'people_seed' | 'image_url'> & { readonly judge_id: UserId },
  people: number,
): Promise<{ readonly played: readonly SimulatedAccount[] }> {
  const { start_ms, judge_id } = event
  const players_per_team = Math.min(maxPerTeam, Math.floor(people / teams.length))
  const size = { hours: length_hours, teams: teams.length, players_per_team }
  const game = await openPastGame(ctx, { ...event, ...size, league: name })
  const { past, moveTo } = game
  try {
    const players = await logInAll(past, game.accounts)
    const made = await insertEvent(past, start_ms, players)
    const keeper = await openScorekeeper(past, made.id)
    const members = await listMembers(ctx, made.id)
    // Judges may not judge their own team: a judge of another team decides about the organiser's.
    const own_team = members.find(({ user_id }) => user_id === judge_id)?.team_id
    const other_judge_id = members.find(({ team_id }) => team_id !== own_team)?.user_id ?? judge_id
    const claims = planClaims(start_ms, await listObjectives(ctx, made.id), members)
    const jobs = openJobs(past, made)
    let sent = 0
    for (let at = start_ms; at <= start_ms + length_hours * hour_ms; at += step_ms) {
      for (const claim of claims.slice(sent)) {
        if (claim.claimed_at > at - 180_000) break
        sent++
        const proof = `https://pictures.example/autumn/${sent}`
        await claimAndJudge({ past, event: made, moveTo }, claim, {
          judge_id: claim.team_id === own_team ? other_judge_id : judge_id,
          proof,
        })
        await keeper.step()
      }
      moveTo(at)
      await jobs.work()
      if ((at - start_ms) % (calculatedEvery_hours * hour_ms) === 0) await jobs.calculate()
      await keeper.step()
    }
    jobs.close()
    return { played: game.accounts }
  } finally {
    await game.close()
  }
}
