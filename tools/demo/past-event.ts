import type { EventId, ObjectiveId, TeamId, UserId } from '@muster/contract/ids'
import { findAggregation } from '@muster/domain/scoring/aggregations/index'
import type { Clock } from '@muster/server/clock'
import type { Context } from '@muster/server/context'
import { recordDefinition } from '@muster/server/db/definition'
import type { Row } from '@muster/server/db/schema'
import { review } from '@muster/server/features/submissions/review'
import { submit } from '@muster/server/features/submissions/submit'
import { openScorekeeper } from '@muster/server/scoring/scorekeeper'
import { timeOn } from '@muster/server/time'
import { type DemoPlayer, type DemoTeam, insertObjectives, insertPresets, insertTeams } from './seed.ts'
import { aBounty, aCategory, type DemoObjective, type DemoPreset } from './tree.ts'

// An event that is over, so that the demo has an archive. Everything in it was claimed with a proof and decided by a judge,
// by the same code as today, on a clock that is set from claim to claim: its history is as long as the event was.

const hour_ms = 3_600_000
const length_hours = 48

const teams: readonly DemoTeam[] = [
  { name: 'Emberfall', abbreviation: 'EMB', color: '#e4572e' },
  { name: 'Saltmarch', abbreviation: 'SLT', color: '#1fa2b8' },
  { name: 'Hollow Crown', abbreviation: 'HLC', color: '#b8a04a' },
]

const presets: Readonly<Record<string, DemoPreset>> = {
  first: { name: 'First kill', description: 'By place', scoring_method: 'RANKED_TIME', type: 'OBJECTIVE', points: [30, 20, 10] },
  race: { name: 'Race', description: 'By place', scoring_method: 'RANKED_TIME', type: 'OBJECTIVE', points: [50, 30, 20] },
  record: {
    name: 'Record',
    description: 'The highest number',
    scoring_method: 'RANKED_VALUE',
    type: 'OBJECTIVE',
    points: [40, 25, 10],
  },
  page: {
    name: 'Page of the album',
    description: 'Every team that has it',
    scoring_method: 'PRESENCE',
    type: 'OBJECTIVE',
    points: [6],
  },
  album: {
    name: 'Album bonus',
    description: 'Each further page adds more',
    scoring_method: 'BONUS_PER_COMPLETION',
    type: 'CATEGORY',
    points: [0, 2, 4, 6],
  },
}

const bosses = ['The Shaper', 'The Elder', 'Sirus, Awakener of Worlds', 'The Maven', 'The Eater of Worlds', 'The Searing Exarch']
const races = ['Finish the campaign', 'Kill every act boss again at level 90', 'Complete the first voidstone']
const records = ['Deepest delve', 'Longest wave of a Simulacrum']
const pages = [
  'A hideout full of exalted trees',
  'A map named after a friend',
  'Six voices in one picture',
  'A rival waving back',
]

const aRecord = (name: string): DemoObjective => aBounty(name, 'record', { aggregation: 'MAXIMUM' })

const tree: readonly DemoObjective[] = [
  aCategory(
    'Bounties',
    bosses.map((name) => aBounty(name, 'first')),
  ),
  aCategory(
    'Races',
    races.map((name) => aBounty(name, 'race')),
  ),
  aCategory('Records', records.map(aRecord)),
  aCategory(
    'Album',
    pages.map((name) => aBounty(name, 'page')),
    'album',
  ),
]

/** A claim and what the judge says to it. */
interface Claim {
  readonly objective_id: ObjectiveId
  readonly team_id: TeamId
  readonly user_id: UserId
  readonly claimed_at: number
  readonly number: number
  readonly isSeen: boolean
}

/** The same claims in every demo: who claims what and when follows from the numbers of objective and team alone. */
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
    const isRecord = findAggregation(aggregation)?.counts === 'highest'
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
        name: 'Autumn Muster',
        game_version: 'poe1',
        is_current: false,
        is_public: true,
        max_size: 60,
        waitlist_size: 0,
        patch: null,
        application_start_time: opened_at,
        application_end_time: new Date(start_at - hour_ms),
        event_start_time: new Date(start_at),
        event_end_time: new Date(start_at + length_hours * hour_ms),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const ids = await insertPresets(tx, event.id, presets)
    await insertObjectives(tx, { event_id: event.id, start_at, presets: ids }, tree)
    await insertTeams(tx, event.id, teams, players, opened_at)
    await recordDefinition(tx, event.id, {
      timestamp: opened_at,
      author_id: null,
      reason: 'The past event of the demo was created',
    })
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

/**
 * Creates the event before the demo event and plays it to its end: claims, decisions and scores.
 * @param event.start_at milliseconds on the event clock, some weeks ago.
 */
export async function playPastEvent(
  ctx: Context,
  { start_at, judge_id }: { readonly start_at: number; readonly judge_id: UserId },
  people: readonly DemoPlayer[],
): Promise<void> {
  let at = start_at
  const clock: Clock = { speed: 1, now: () => at, sleep: () => Promise.resolve() }
  const then: Context = { ...ctx, ...timeOn(clock) }
  const players = people.map(({ user_id }, place) => ({ user_id, team: place % teams.length }))
  const event = await insertEvent(then, start_at, players)
  const keeper = await openScorekeeper(then, event.id)
  const members = await listMembers(ctx, event.id)
  // Nobody judges their own team: those of the organiser's are decided by somebody of another.
  const own_team = members.find(({ user_id }) => user_id === judge_id)?.team_id
  const other_judge_id = members.find(({ team_id }) => team_id !== own_team)?.user_id ?? judge_id
  const claims = planClaims(start_at, await listObjectives(ctx, event.id), members)
  for (const [place, { objective_id, team_id, user_id, claimed_at, number, isSeen }] of claims.entries()) {
    at = Math.max(at, claimed_at) + 60_000
    const body = {
      objective_id,
      timestamp: new Date(claimed_at).toISOString(),
      number,
      proof: `https://pictures.example/autumn/${place + 1}`,
      comment: '',
    }
    const { id } = await submit(then, event, { user_id, team: { team_id, is_team_lead: false } }, body)
    at += 120_000
    await review(then, event, id, team_id === own_team ? other_judge_id : judge_id, {
      approval_status: isSeen ? 'APPROVED' : 'REJECTED',
      review_comment: isSeen ? '' : 'The picture does not show whose character it is',
    })
    await keeper.step()
  }
  at = start_at + length_hours * hour_ms
  await keeper.step()
}
