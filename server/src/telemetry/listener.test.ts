import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'
import { listReasons } from './list-reasons.ts'
import { startTelemetryListener } from './listener.ts'

const server = useTestServer()

it('reports that the process is alive at once, everything else when available, and the stop', async () => {
  const listener = await startTelemetryListener({ host: '127.0.0.1', port: 0 }, pino({ level: 'silent' }))
  const ask = async (path: string, method = 'GET') => {
    const answer = await fetch(`http://127.0.0.1:${listener.port}${path}`, { method })
    return [answer.status, await answer.text()]
  }
  const notReady = (reason: string) => [503, `${JSON.stringify({ status: 'not_ready', reasons: [reason] })}\n`]
  expect(await ask('/health')).toEqual([200, '{"status":"ok"}\n'])
  expect(await ask('/ready')).toEqual(notReady('the process is starting'))
  expect(await ask('/metrics')).toEqual([503, '{"error":"the process is starting"}\n'])
  let reasons: string[] = []
  const metrics = { content_type: 'text/plain', scrape: () => Promise.resolve('up 1\n'), close: () => undefined }
  listener.serve({ metrics, listReasons: () => Promise.resolve(reasons) })
  expect(await ask('/ready?verbose')).toEqual([200, '{"status":"ready","reasons":[]}\n'])
  expect(await ask('/metrics')).toEqual([200, 'up 1\n'])
  reasons = ['a reason']
  expect(await ask('/ready')).toEqual(notReady('a reason'))
  listener.refuse('the process is stopping')
  expect(await ask('/ready')).toEqual(notReady('the process is stopping'))
  expect([await ask('/'), await ask('/metrics', 'POST')].map(([status]) => status)).toEqual([404, 405])
  await listener.close()
})

it('the process is ready with the database, all migrations, and working roles; otherwise names the missing ones', async () => {
  const looking = (role: string, seconds: number) => ({ role, lookedAt: () => performance.now() - seconds * 1000 })
  expect(await listReasons(server.db, [looking('jobs', 2), looking('scoring', 1)])).toEqual([])
  await sql`delete from kysely_migration where name = '0001_schema'`.execute(server.db)
  expect(await listReasons(server.db, [looking('jobs', 60)])).toEqual([
    'migration 0001_schema is not applied',
    'the role jobs has not looked for work for more than 15 s',
  ])
  await server.db.schema.dropTable('health_checks').execute()
  expect(await listReasons(server.db, [])).toEqual(['the database cannot be read and written'])
})
