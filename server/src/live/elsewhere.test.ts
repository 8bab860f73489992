import { closeElsewhere } from '@muster/contract/scores'
import { expect, test } from 'vitest'
import { anEvent } from '../testing/builders.ts'
import { startFeedServer } from '../testing/feeds.ts'

test('before the server stops, viewers are sent elsewhere group by group, including new ones', async () => {
  const server = await startFeedServer()
  const feed = `/events/${(await anEvent(server.db)).id}/scores/ws`
  const clients = await Promise.all([1, 2, 3, 4].map(() => server.connect(feed)))
  await expect.poll(() => server.hub.size).toBe(4)
  const codes = clients.map((client) => client.closeCode())
  let isOver = false
  const moved = server.hub.sendElsewhere(500).finally(() => (isOver = true))
  await expect.poll(() => server.hub.size).toBe(3)
  const late = await server.connect(feed)
  await server.pass(() => expect(isOver).toBe(true), 100)
  await moved
  expect(new Set(await Promise.all([...codes, late.closeCode()]))).toEqual(new Set([closeElsewhere]))
  await expect.poll(() => server.hub.size).toBe(0)
  await server.close()
})
