import type { Correction, CorrectionTrialInput } from '@muster/contract/corrections'
import type { WhatIf } from '@muster/contract/definition'
import type { ObjectiveId } from '@muster/contract/ids'
import { aggregations } from '@muster/contract/objectives'
import { scoringMethods } from '@muster/contract/scoring-presets'
import { methods } from '@muster/domain/scoring/methods/index'
import { rankTeams } from '@muster/domain/scoring/team-ranks'
import { createPick, type Pick } from '@muster/domain/scoring/testing/event-generator'
import { describe, expect, it } from 'vitest'
import { appendFacts } from '../../db/ledger.ts'
import { openScorekeeper } from '../../scoring/scorekeeper.ts'
import { verifyStandings } from '../../scoring/verify.ts'
import { aMember, anObjective, aPreset, aUser, testNow, publishDefinition } from '../../testing/builders.ts'
import { aBountyEvent, answerOf, type BountyEvent, timeText } from '../../testing/bounties.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()

const choose = <T>(pick: Pick, list: readonly T[]): T => list[pick(0, list.length - 1)] as T
const minutes = (count: number) => new Date(testNow - count * 60_000)

/** An event with objectives and presets of every kind, and facts from two teams' tabs and players. */
async function generateWorld(pick: Pick): Promise<{ world: BountyEvent; objective_ids: ObjectiveId[] }> {
  const world = await aBountyEvent(server)
  const event_id = world.event.id
  const paying = scoringMethods.filter((method) => methods[method].reads === 'results')
  const objective_ids: ObjectiveId[] = []
  for (let count = 0; count < 4; count++) {
    const preset = await aPreset(server.db, event_id, { points: [30, 20, 5], scoring_method: choose(pick, paying) })
    const objective = await anObjective(server.db, event_id, {
      parent_id: world.root.id,
      aggregation: choose(pick, aggregations.slice(0, -1)),
      required_number: pick(1, 3),
      scoring_preset_id: preset,
    })
    objective_ids.push(objective.id)
  }
  await publishDefinition(server.db, event_id)
  const [red, blue] = [
    { team_id: world.red.id, user_id: world.ada.id },
    { team_id: world.blue.id, user_id: world.ben.id },
  ]
  for (let count = pick(6, 20); count > 0; count--) {
    const owner = choose(pick, [red, blue])
    const observation = {
      ...owner,
      objective_id: choose(pick, objective_ids),
      source: `stash:${owner.team_id}-${pick(1, 2)}`,
      number: pick(0, 4),
      timestamp: minutes(pick(1, 30)),
    }
    await server.db.transact((tx) => appendFacts(tx, event_id, [observation]))
  }
  return { world, objective_ids }
}

async function score(world: BountyEvent) {
  const keeper = await openScorekeeper(server.ctx, world.event.id)
  await keeper.step()
  expect(await verifyStandings(server.db, world.event.id)).toMatchObject({ differences: [], is_behind: false })
  const board = keeper.engine().scoreboard()
  const totals = new Map<number, number>()
  for (const scores of board.values()) {
    for (const [team_id, { points }] of scores) totals.set(team_id, (totals.get(team_id) ?? 0) + points)
  }
  return { board, totals }
}

const post = async (world: BountyEvent, path: string, body: object) =>
  server.send('POST', `/events/${world.event.id}${path}`, await server.as(world.judge), body)

/** A random action of a judge on this event; null if the action drawn is impossible. */
async function generateTrial(pick: Pick, world: BountyEvent, objective_ids: readonly ObjectiveId[], made: readonly number[]) {
  const { rows } = await world.readLedger()
  const fact = choose(
    pick,
    rows.filter((row) => row.kind === 'fact' && row.source.startsWith('stash:')),
  )
  const reason = 'drawn'
  const objective_id = choose(pick, [null, ...objective_ids])
  const withdrawn = made.at(pick(0, made.length))
  const exclusions = [
    { kind: 'fact', fact: fact?.sequence, reason },
    { kind: 'tab', fact: fact?.sequence, objective_id, reason },
    { kind: 'player', user_id: choose(pick, [world.ada.id, world.ben.id]), objective_id, reason },
    { kind: 'interval', from: minutes(pick(15, 30)).toISOString(), to: minutes(pick(0, 14)).toISOString(), objective_id, reason },
  ]
  const team_id = choose(pick, [world.red.id, world.blue.id])
  const points = { team_id, points: choose(pick, [-40, -3, 5, 40]), reason }
  const addition = { objective_id: choose(pick, objective_ids), team_id, number: pick(1, 5), timestamp: null, reason }
  const trials: object[] = [
    ...exclusions.filter((one) => fact || !('fact' in one)).map((exclusion) => ({ kind: 'exclude', exclusion })),
    { kind: 'add', addition },
    { kind: 'points', points },
    ...(withdrawn === undefined ? [] : [{ kind: 'withdraw', id: withdrawn }]),
  ]
  return choose(pick, trials) as CorrectionTrialInput
}

function apply(world: BountyEvent, trial: CorrectionTrialInput) {
  if (trial.kind === 'add') return post(world, '/corrections', trial.addition)
  if (trial.kind === 'points') return post(world, '/manual-points', trial.points)
  if (trial.kind === 'approve') return post(world, `/corrections/${trial.id}/decision`, { is_approved: true })
  if (trial.kind === 'exclude') return post(world, '/exclusions', trial.exclusion)
  return post(world, `/corrections/${trial.id}/withdrawal`, { reason: 'drawn' })
}

describe('the preview', () => {
  it.each(Array.from({ length: 4 }, (_, seed) => seed))('equals the result, in event %i', async (seed) => {
    const pick = createPick(seed * 7919 + 1)
    const { world, objective_ids } = await generateWorld(pick)
    let { board } = await score(world)
    const made: number[] = []
    for (let step = 0; step < 4; step++) {
      const trial = await generateTrial(pick, world, objective_ids, made)
      const asked = await post(world, '/corrections/what-if', trial)
      expect([trial, asked.statusCode]).toEqual([trial, 200])
      const preview = asked.json<WhatIf>()
      expect(preview.teams.map(({ team_id, points_now }) => [team_id, points_now])).toEqual(readTotals(board, world))
      const answer = await apply(world, trial)
      expect(answer.statusCode).toBe(201)
      if (trial.kind !== 'withdraw') made.push(answer.json<Correction>().id)
      const after = await score(world)
      const ranked = rankTeams(after.totals, [world.red.id, world.blue.id])
      expect(
        preview.teams
          .map(({ team_id, points_then, rank_then }) => ({ team_id, points: points_then, rank: rank_then }))
          .toSorted((a, b) => a.team_id - b.team_id),
      ).toEqual(ranked.map(({ team_id, points, rank }) => ({ team_id, points, rank })).toSorted((a, b) => a.team_id - b.team_id))
      const pointsOf = (id: number, team_id: number, of: typeof board) => of.get(id)?.get(team_id)?.points ?? 0
      const moved = objective_ids.flatMap((id) =>
        [world.red.id, world.blue.id]
          .map((team_id) => [id, team_id, pointsOf(id, team_id, board), pointsOf(id, team_id, after.board)] as const)
          .filter(([, , now, then]) => now !== then),
      )
      const told = preview.objectives
        .filter(({ objective_id }) => objective_ids.includes(objective_id as ObjectiveId))
        .flatMap(({ objective_id, teams }) => teams.map((one) => [objective_id, one.team_id, one.points_now, one.points_then]))
      expect(told.toSorted(byNumbers)).toEqual(moved.toSorted(byNumbers))
      board = after.board
    }
  })
})

const byNumbers = (a: readonly (number | undefined)[], b: readonly (number | undefined)[]) =>
  (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0)

/** Totals of the teams as the preview lists them: the first place first. */
function readTotals(board: Awaited<ReturnType<typeof score>>['board'], world: BountyEvent) {
  const totals = new Map<number, number>()
  for (const scores of board.values()) {
    for (const [team_id, { points }] of scores) totals.set(team_id, (totals.get(team_id) ?? 0) + points)
  }
  return rankTeams(totals, [world.red.id, world.blue.id]).map(({ team_id, points }) => [team_id, points])
}

describe('a preview', () => {
  it('stores nothing, not even of a review, and shows the effect of an approval', async () => {
    const world = await aBountyEvent(server)
    await server.db
      .updateTable('objectives')
      .set({ scoring_preset_id: await aPreset(server.db, world.event.id, { points: [25] }) })
      .where('id', '=', world.bounty.id)
      .execute()
    await publishDefinition(server.db, world.event.id)
    const { id, version } = await world.submitted(world.ada)
    const asked = await post(world, `/submissions/${id}/review/what-if`, { approval_status: 'APPROVED', base_version: version })
    expect(asked.json<WhatIf>().teams).toContainEqual(
      expect.objectContaining({ team_id: world.red.id, points_now: 0, points_then: 25 }),
    )
    expect(await world.list()).toMatchObject([{ id, approval_status: 'PENDING', version }])
    expect((await world.readLedger()).rows).toEqual([])
    const late = await post(world, `/submissions/${id}/review/what-if`, {
      approval_status: 'APPROVED',
      base_version: version + 1,
    })
    expect(answerOf(late)).toEqual([409, 'changed_meanwhile'])
  })

  it('refuses what the correction would refuse', async () => {
    const world = await aBountyEvent(server)
    const player = await aUser(server.db, { permissions: ['admin'] })
    await aMember(server.db, world.red, player.id)
    const interval = { kind: 'interval', from: timeText(testNow - 1), to: timeText(testNow), reason: '…' }
    const ask = async (exclusion: object) =>
      server.send('POST', `/events/${world.event.id}/corrections/what-if`, await server.as(player), {
        kind: 'exclude',
        exclusion,
      })
    expect(answerOf(await ask({ ...interval, team_id: world.red.id }))).toEqual([403, 'own_team'])
    expect(answerOf(await ask({ ...interval, to: timeText(testNow - 2) }))).toEqual([400, 'invalid_request'])
    expect((await ask(interval)).statusCode).toBe(200)
  })
})
