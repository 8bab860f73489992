import { beforeEach, describe, expect, it } from 'vitest'
import { testNow, insertRows } from '../testing/builders.ts'
import { useTestServer } from '../testing/use-server.ts'
import { type ScheduledTask, runTaskOnce, startScheduledTasks } from './scheduled-tasks.ts'

const server = useTestServer()

let turns: number
let meanwhile: () => Promise<string | null>
const task: ScheduledTask = {
  name: 'Sweep',
  every_ms: 60_000,
  run: () => {
    turns++
    return meanwhile()
  },
}
beforeEach(async () => {
  turns = 0
  meanwhile = async () => null
  server.setNow(testNow)
  await server.db.deleteFrom('scheduled_tasks').execute()
})

const { signal } = new AbortController()
const take = () => runTaskOnce(server.ctx, task, signal)
const readRow = () => server.db.selectFrom('scheduled_tasks').selectAll().where('name', '=', 'Sweep').executeTakeFirstOrThrow()

describe('a scheduled task', () => {
  it('runs once per interval, whichever process starts it', async () => {
    await Promise.all([take(), take(), take()])
    expect(turns).toBe(1)
    server.setNow(testNow + 29_000)
    await take()
    expect(turns).toBe(1)
    server.setNow(testNow + 60_000)
    await take()
    expect(turns).toBe(2)
    expect((await readRow()).last_success_at).toEqual(new Date(testNow + 60_000))
  })

  it('is not started by another process while one is running it, however long that takes', async () => {
    meanwhile = async () => {
      server.setNow(testNow + 600_000)
      await take()
      return null
    }
    await take()
    expect(turns).toBe(1)
  })

  it('is taken over when the process that ran it has died', async () => {
    await insertRows(server.db, 'scheduled_tasks', {
      name: 'Sweep',
      lease_expires_at: new Date(Date.now() - 1000),
      last_started_at: new Date(testNow - 60_000),
    })
    await take()
    expect(turns).toBe(1)
  })

  it('runs even if its last turn is in the future of this clock', async () => {
    await insertRows(server.db, 'scheduled_tasks', { name: 'Sweep', last_started_at: new Date(testNow + 86_400_000) })
    await take()
    expect(turns).toBe(1)
  })

  it.each<[string, () => Promise<string | null>]>([
    ['the recorded problem', async () => 'unavailable: status 503'],
    ['what it threw', () => Promise.reject(new Error('unavailable: status 503'))],
  ])('keeps %s, and is retried', async (_, fail) => {
    meanwhile = fail
    await take()
    expect(await readRow()).toMatchObject({
      last_error: 'unavailable: status 503',
      last_error_at: new Date(testNow),
      last_success_at: null,
      lease_expires_at: null,
    })
    server.setNow(testNow + 60_000)
    meanwhile = async () => null
    await take()
    expect(await readRow()).toMatchObject({ last_success_at: new Date(testNow + 60_000) })
  })

  it.each([
    ['follows only the event clock', 1, 60_000],
    ['runs once a second of wall clock time where the event clock runs fast', 600, 600_000],
  ])('%s', async (_, speed, expected) => {
    const pauses: number[] = []
    const { promise: paused, resolve } = Promise.withResolvers<void>()
    const sleep = (ms: number, over?: AbortSignal) => {
      pauses.push(ms)
      resolve()
      return new Promise<void>((wake) => over?.addEventListener('abort', () => wake()))
    }
    const tasks = startScheduledTasks({ ...server.ctx, clock: { now: () => testNow, speed, sleep } }, [task])
    await paused
    await tasks.close()
    expect([turns, pauses]).toEqual([1, [expected]])
  })
})
