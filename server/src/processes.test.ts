import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectDatabase, type Connection } from './db/connect.ts'
import { type Listener, listen } from './db/listen.ts'
import { findConflicts, listProcesses, nameProcess, type ProcessMark } from './processes.ts'
import { useTestDatabase } from './testing/test-database.ts'

const database = useTestDatabase()
let connection: Connection
beforeAll(() => {
  connection = connectDatabase(database.url)
})
afterAll(() => connection.close())

const first: ProcessMark = { version: '1.2.0', roles: ['http', 'jobs', 'scoring'], secrets: 'aaaaaa', folder: 'bbbbbb' }
const second: ProcessMark = { version: '1.3.0-beta.1', roles: ['jobs'], secrets: 'cccccc', folder: 'dddddd' }

const listenAs = (mark: ProcessMark) =>
  new Promise<Listener>((done) => {
    const listener: Listener = listen(
      database.url,
      ['scores'],
      () => undefined,
      () => done(listener),
      () => undefined,
      nameProcess(mark),
    )
  })

it('processes are recognised by their open listening connections', async () => {
  expect(await listProcesses(connection.db)).toEqual([])
  const listeners = [await listenAs(first), await listenAs(first), await listenAs(second)]
  const running = await listProcesses(connection.db)
  expect(running).toMatchObject([first, second])
  expect(running[0]?.connected_at.getTime()).toBeLessThanOrEqual(running[1]?.connected_at.getTime() ?? 0)
  for (const listener of listeners) await listener.close()
  await expect.poll(() => listProcesses(connection.db)).toEqual([])
})

it('a name fits into the length PostgreSQL stores', () => {
  expect(nameProcess({ ...first, version: '10.20.30-with-a-long-suffix-of-its-own' }).length).toBeLessThanOrEqual(63)
})

it.each<[string, ProcessMark[], string[]]>([
  ['one process', [first], []],
  ['two processes of one installation', [first, first], []],
  ['two versions', [first, { ...first, version: '1.3.0' }], ['versions']],
  ['other secrets', [first, { ...first, secrets: 'cccccc' }], ['secrets']],
  ['a different folder of a process that calls the game', [first, { ...first, folder: 'dddddd' }], ['folders']],
  ['a different folder of a process that does not call the game', [first, { ...first, folder: 'dddddd', roles: ['http'] }], []],
  ['another installation', [first, second], ['versions', 'secrets', 'folders']],
])('%s', (_, processes, conflicts) => {
  expect(findConflicts(processes)).toEqual(conflicts)
})
