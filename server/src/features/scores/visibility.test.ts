import type { EventId, ObjectiveId, TeamId } from '@muster/contract/ids'
import { diffTypes } from '@muster/contract/scores'
import { applyDiffs, nothingReceived, type ReceivedScores } from '@muster/contract/received-scores'
import { type RecordedChange, recordChange, showChange, showDiffs } from '@muster/domain/scoring/recorded-change'
import type { TeamScore } from '@muster/domain/scoring/score'
import { describe, expect, it, beforeAll } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { anEvent, anObjective, aTeam, testNow, insertRows } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { listVisibleChanges, loadHistory, loadLatest, loadPublicTotals } from './store.ts'

const server = useTestServer()
let event: Row<'events'>
let team: Row<'teams'>
let rival: Row<'teams'>
let objective: Row<'objectives'>
beforeAll(async () => {
  event = await anEvent(server.db)
  ;[team, rival] = [await aTeam(server.db, event.id), await aTeam(server.db, event.id)]
  objective = await anObjective(server.db, event.id)
})

/** The state before: finished or not, hidden or not; nulls if it was not recorded. */
const befores = [null, false, true].flatMap((finished) => [null, false, true].map((hid) => [finished, hid] as const))

/** Every kind of change that the table can hold. */
function* listCombinations(at: {
  event_id: EventId
  objective_id: ObjectiveId
  team_id: TeamId
}): Generator<Omit<Row<'score_changes'>, 'by_rule'>> {
  let sequence = 0
  for (const diff_type of diffTypes) {
    for (const hide_progress of [false, true]) {
      for (const finished of [false, true]) {
        for (const [finished_before, hid_before] of befores) {
          sequence++
          const points_before = finished_before === null ? null : 3
          const timestamp = new Date(testNow)
          const score = { points: 5, rank: 1, number: 2, finished, timestamp, user_id: null }
          yield {
            ...at,
            ...score,
            sequence,
            changed_at: timestamp,
            diff_type,
            field_diff: [],
            hide_progress,
            hid_before,
            points_before,
            finished_before,
          }
        }
      }
    }
  }
}

describe('the rule of visibility', () => {
  it('is the same in the database as in the domain, for every kind of change and viewer', async () => {
    const all = [...listCombinations({ event_id: event.id, objective_id: objective.id, team_id: team.id })]
    await insertRows(server.db, 'score_changes', all)
    for (const audience of [null, team.id, rival.id]) {
      const found = await listVisibleChanges(server.db, event.id, audience, { limit: 1000 })
      const shown = all.filter((row) => showChange({ ...row, timestamp: testNow }, audience) !== null)
      expect(found.map((change) => change.sequence).toSorted((a, b) => a - b)).toEqual(shown.map((change) => change.sequence))
    }
  })

  it('gives the same board, totals and history as the messages of the domain, for every viewer', async () => {
    const { db } = server
    const own = await anEvent(db)
    const [one, two] = [await aTeam(db, own.id), await aTeam(db, own.id)]
    const [hidden, open] = [await anObjective(db, own.id, { hide_progress: true }), await anObjective(db, own.id)]
    const score = (points: number, finished: boolean): TeamScore => ({
      points,
      finished,
      rank: 1,
      number: points,
      user_id: null,
      timestamp: testNow,
    })
    const steps: [number, TeamId, TeamScore | null, TeamScore | null][] = [
      [hidden.id, one.id, null, score(2, false)],
      [hidden.id, two.id, null, score(3, false)],
      [open.id, one.id, null, score(5, false)],
      [hidden.id, one.id, score(2, false), score(7, true)],
      [hidden.id, two.id, score(3, false), score(11, true)],
      [hidden.id, two.id, score(11, true), score(13, false)],
      [open.id, one.id, score(5, false), score(17, true)],
    ]
    const changes = steps.map(([objective_id, team_id, before, after], place) => {
      const hides = objective_id === hidden.id
      return recordChange({ objective_id, team_id, before, after }, place + 1, { before: hides, after: hides })
    })
    const keys = ({ objective_id, team_id }: RecordedChange) => ({
      event_id: own.id,
      objective_id: objective_id as ObjectiveId,
      team_id: team_id as TeamId,
      user_id: null,
      timestamp: new Date(testNow),
    })
    const rows = changes.map(({ by_rule: _, ...change }) => ({ ...change, ...keys(change), field_diff: [...change.field_diff] }))
    await insertRows(
      db,
      'score_changes',
      rows.map((row) => ({ ...row, changed_at: new Date(testNow) })),
    )
    const last = new Map(rows.map((row) => [`${row.objective_id} ${row.team_id}`, row]))
    const columns = [...last.values()].map((row) => {
      const { event_id, objective_id, team_id, user_id, timestamp, points, rank, number, finished, sequence } = row
      return { event_id, objective_id, team_id, user_id, timestamp, points, rank, number, finished, sequence }
    })
    await insertRows(db, 'scores', columns)
    await db
      .insertInto('score_cursors')
      .values({ event_id: own.id, change_sequence: rows.length })
      .onConflict((conflict) => conflict.column('event_id').doUpdateSet({ change_sequence: rows.length }))
      .execute()

    const totalsOf = (scores: ReceivedScores['scores']) =>
      [one.id, two.id].map((id) => [...scores.values()].reduce((sum, teams) => sum + (teams.get(id)?.points ?? 0), 0))
    for (const audience of [null, one.id, two.id]) {
      const { scores } = applyDiffs(nothingReceived, showDiffs(changes, audience))
      expect(applyDiffs(nothingReceived, (await loadLatest(db, own.id, audience)).diffs).scores).toEqual(scores)
      const seconds = testNow / 1000
      const { teams } = await loadHistory(db, own.id, audience, { from: seconds - 60, to: seconds + 60 })
      expect(teams.map((team) => team.steps.at(-1)?.[1])).toEqual(totalsOf(scores))
      if (audience !== null) continue
      const totals = await loadPublicTotals(db, own.id)
      expect([one.id, two.id].map((id) => totals[id])).toEqual(totalsOf(scores))
    }
    expect(totalsOf(applyDiffs(nothingReceived, showDiffs(changes, null)).scores)).toEqual([24, 0])
  })
})
