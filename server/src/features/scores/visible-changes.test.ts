import type { EventId, ObjectiveId, TeamId } from '@muster/contract/ids'
import { diffTypes } from '@muster/contract/scores'
import { describe, expect, it, beforeAll, afterAll } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { anEvent, anObjective, aTeam, testNow } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { listVisibleChanges } from './store.ts'
import { showChange, type StoredChange } from './visible-changes.ts'

let server: TestServer
let event: Row<'events'>
let team: Row<'teams'>
let rival: Row<'teams'>
let objective: Row<'objectives'>
beforeAll(async () => {
  server = await startTestServer()
  event = await anEvent(server.db)
  ;[team, rival] = [await aTeam(server.db, event.id), await aTeam(server.db, event.id)]
  objective = await anObjective(server.db, event.id)
})
afterAll(() => server.close())

/** What was there before: whether it was finished, and whether it was hidden; nulls where nobody wrote it down. */
const befores = [null, false, true].flatMap((finished) => [null, false, true].map((hid) => [finished, hid] as const))

/** Every kind of change that the table can hold. */
function* listCombinations(at: { event_id: EventId; objective_id: ObjectiveId; team_id: TeamId }): Generator<StoredChange> {
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
    await server.db.insertInto('score_changes').values(all).execute()
    for (const audience of [null, team.id, rival.id]) {
      const found = await listVisibleChanges(server.db, event.id, audience, { limit: 1000 })
      const shown = all.filter((change) => showChange(change, audience) !== null)
      expect(found.map((change) => change.sequence).toSorted((a, b) => a - b)).toEqual(shown.map((change) => change.sequence))
    }
  })
})
