import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { useFolder } from '@muster/server/testing/folder'
import type { EventId } from '@muster/contract/ids'
import { useTestDatabase } from '@muster/server/testing/test-database'
import { findFreePort } from '@muster/server/testing/free-port'
import { expect, test } from 'vitest'
import { root } from '../tools/places.ts'
import { logIn } from '../tools/rehearsal/people.ts'
import { makeInstallation } from './installation.ts'

// `npm run trial`: a production server with simulated games, marked as a trial on every page.

const hour_ms = 3_600_000
const patience = { timeout: 60_000 }

const database = useTestDatabase()
const data_dir = useFolder('trial')

const isFree = (port: number) =>
  new Promise<boolean>((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })

/** Finds two adjacent free ports: the simulated game uses the port after the server's. */
async function findPort(): Promise<number> {
  const port = await findFreePort()
  return (await isFree(port + 1)) ? port : findPort()
}

async function start(port: number) {
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    DATABASE_URL: database.url,
    DATA_DIR: data_dir,
    PORT: String(port),
    SPEED: '600',
  }
  const child = spawn(process.execPath, ['tools/run.mjs', 'trial'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  const ended = new Promise<number | null>((done) => child.once('close', done))
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', (line) => said.push(line))
  await expect.poll(() => said.join('\n'), { timeout: 120_000 }).toContain('Ctrl-C stops everything')
  return {
    words: said.join('\n'),
    stop: () => {
      child.kill('SIGINT')
      return ended
    },
  }
}

test('an organiser gets an empty server, an admin and players who sign up; a real server refuses its database', async () => {
  const port = await findPort()
  const trial = await start(port)
  const admin = /Log in as (\S+),/.exec(trial.words)?.[1] ?? ''
  const { client } = await logIn(`http://localhost:${port}`, admin)
  expect(await client.call('getEvents', {})).toEqual([])
  const clock = await client.call('getClock', {})
  expect(clock).toMatchObject({ is_trial: true, speed: 600 })
  const at = (hours: number) => new Date(Date.parse(clock.now) + hours * hour_ms).toISOString()
  const { id } = await client.call('createEvent', {
    body: {
      name: 'Winter Muster (PL48213)',
      game_version: 'poe1',
      patch: '3.29',
      is_current: true,
      is_public: true,
      is_locked: false,
      max_size: 8,
      waitlist_size: 0,
      application_start_time: at(0),
      application_end_time: at(48),
      event_start_time: at(72),
      event_end_time: at(96),
    },
  })
  const countSignups = async () => (await client.call('getEventSignups', { event_id: id as EventId })).length
  await expect.poll(countSignups, patience).toBe(8)
  expect(await trial.stop()).toBe(0)

  const real = makeInstallation({ DATABASE_URL: database.url, POE_CLIENT_ID: 'x', POE_CLIENT_SECRET: 'x', POE_CONTACT: 'x@y' })
  try {
    const served = await real.run('serve', [], { PORT: '0' })
    expect(served.code).toBe(1)
    expect(served.out).toContain('This database belongs to a trial')
    const tried = await real.run('trial', [], { PORT: '0' })
    expect(tried.code).toBe(1)
    expect(tried.complaint).toContain('has the settings of a real server')
  } finally {
    real.remove()
  }
}, 240_000)
