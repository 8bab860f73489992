import { expect, test } from 'vitest'
import { startSimulator } from '../testing/test-simulator.ts'
import { createStreamView, parseChangeId } from './stream-view.ts'

test('a full page reports that more follows, the last page that nothing does', async () => {
  const simulator = await startSimulator()
  simulator.step(3 * 3_600_000)
  const { world, switches } = simulator
  const stream = createStreamView(world)
  const read = (from: string) => stream.page(parseChangeId(from), switches, { tabs: 3, items: 1000 })
  const first = read('0-0-0-0-0')
  expect([first.body.match(/"accountName"/g)?.length, stream.hasMore()]).toEqual([3, true])
  let pages = 1
  for (let next = first.next_change_id; stream.hasMore(); pages++) next = read(next).next_change_id
  expect(pages).toBeGreaterThan(2)
  simulator.step(3_600_000)
  expect(stream.hasMore()).toBe(false)
})
