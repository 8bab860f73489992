import { jobTypes, gameJobTypes } from '@muster/contract/jobs'
import { beforeAll, expect, it } from 'vitest'
import { insertRows } from '../testing/builders.ts'
import { startSimulatedEvent } from '../testing/simulated-event.ts'
import { startJobRunner } from './runner.ts'
import { useOpened } from '../testing/use-server.ts'

// One database: first a server without a client of the game, then a server with one.

const world = useOpened(() => startSimulatedEvent())
beforeAll(async () => {
  const end_date = new Date(world.ctx.clock.now() + 3_600_000)
  await insertRows(
    world.ctx.db,
    'jobs',
    jobTypes.map((job_type) => ({ event_id: world.event_id, job_type, end_date })),
  )
})

const listJobs = () => world.ctx.db.selectFrom('jobs').selectAll().orderBy('job_type').execute()
const listSucceeded = async () =>
  (await listJobs()).filter(({ last_success_at }) => last_success_at).map(({ job_type }) => job_type)
const countReadings = async () => (await world.ctx.db.selectFrom('character_readings').select('id').execute()).length
const isOfGame = ({ job_type }: Awaited<ReturnType<typeof listJobs>>[number]) => gameJobTypes.some((one) => one === job_type)

it('jobs that read the game wait without a client of it, and begin when a later server has one', async () => {
  const asked = world.simulator.requests.totals()
  const before = startJobRunner({ ...world.ctx, game: null }, world.database_url, 'without')
  await expect.poll(listSucceeded).toEqual(['EvaluateStashChanges'])
  await before.close()
  const waiting = (await listJobs()).filter(isOfGame)
  expect(waiting).toHaveLength(gameJobTypes.length)
  for (const job of waiting)
    expect(job).toMatchObject({ fence: 0, last_started_at: null, last_error: null, failures_in_a_row: 0, away_since: null })
  expect(world.simulator.requests.totals()).toEqual(asked)

  const after = startJobRunner(world.ctx, world.database_url, 'with')
  await expect.poll(countReadings, { timeout: 20_000 }).toBeGreaterThan(0)
  await expect.poll(listSucceeded, { timeout: 20_000 }).toEqual([...jobTypes].toSorted())
  await after.close()
  expect((await listJobs()).map(({ last_error }) => last_error)).toEqual(jobTypes.map(() => null))
}, 60_000)
