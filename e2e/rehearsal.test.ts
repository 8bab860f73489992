import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { presets } from '@muster/simulator/options'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rehearse } from '../tools/rehearsal/rehearse.ts'
import { listFailures, writeReport } from '../tools/rehearsal/report.ts'
import type { Scenario } from '../tools/rehearsal/scenario.ts'

/** What `npm run rehearse` plays, small enough to be played each time. Its clock waits for the server, however slow that is. */
const short: Scenario = {
  name: 'short',
  summary: 'two teams of two, half an hour, a few faults',
  game_version: 'poe1',
  preset: { ...presets.tiny, drop_boost: 6, items_per_hour: 120, league_hours: 0.45 },
  seed: 11,
  event_hours: 0.55,
  step_seconds: 60,
  compresses: true,
  claims: false,
  scripts: ['rough-minutes'],
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-rehearsal-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('an event with faults, kills and a restart of the database ends as the oracle says, and the game does not complain', async () => {
  const said: string[] = []
  const options = { kills: 4, restart_database: true, speed: 2000 }
  const outcome = await rehearse(short, options, join(folder, 'stage'), (line) => said.push(line))
  expect(listFailures(outcome)).toEqual([])
  expect(outcome.verdict.differences).toEqual([])
  expect([outcome.kills, outcome.database_restarts]).toEqual([4, 1])
  // Something was there to be right about, and something went wrong.
  expect(outcome.totals.reduce((sum, total) => sum + total, 0)).toBeGreaterThan(0)
  expect(outcome.faults.filter(({ struck }) => struck > 0).length).toBeGreaterThan(1)
  expect(said[0]).toContain('4 players signed up')
  expect(writeReport(outcome, join(folder, 'report'))).toContain('report.md')
}, 900_000)
