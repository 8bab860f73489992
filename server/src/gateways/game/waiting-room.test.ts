import { expect, test } from 'vitest'
import { createWaitingRoom, type Verdict } from './waiting-room.ts'

async function letGo(room: number, verdicts: readonly Verdict[]) {
  let asked = 0
  const went: number[] = []
  const waitingRoom = createWaitingRoom(() => room)
  for (const [place, verdict] of verdicts.entries())
    void waitingRoom
      .wait(() => {
        asked++
        return verdict
      })
      .then(() => went.push(place))
  waitingRoom.letGo()
  await new Promise((resolve) => setImmediate(resolve))
  return { asked, went }
}

test('as many start as there is room for, in order of arrival', async () => {
  expect(await letGo(2, ['start', 'wait', 'start', 'start'])).toEqual({ asked: 3, went: [0, 2] })
})

test('an entry with something else to do continues and takes no room', async () => {
  expect(await letGo(1, ['something else', 'start', 'something else'])).toEqual({ asked: 2, went: [0, 1] })
})

test('without room no entry is asked', async () => {
  expect(await letGo(0, ['start', 'something else'])).toEqual({ asked: 0, went: [] })
})
