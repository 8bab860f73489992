import { describe, expect, test } from 'vitest'
import { createFaults, type FaultTarget } from './faults.ts'

const moment = 1_000_000
const targets: readonly FaultTarget[] = Array.from({ length: 400 }, (_, place) => ({
  provider: 'api',
  route: '/character/{name}',
  address: `/character/Somebody${place}`,
  account: `Account${place % 40}`,
  client: 'a client',
}))

const setUp = (seed = 7) => {
  const faults = createFaults(seed, () => undefined)
  const fault = faults.add({ effect: 'api.500', match: { share: 0.3 }, when: {}, parameters: {} })
  const listStruck = (asked: readonly FaultTarget[], now = moment) =>
    asked.filter((target) => faults.strike(target, now).length > 0).map(({ address }) => address)
  return { fault, listStruck }
}

describe('a fault that hits a share of the requests', () => {
  test('hits about that share, different requests at each moment', () => {
    const { listStruck, fault } = setUp()
    const struck = listStruck(targets)
    expect(struck.length).toBeGreaterThan(80)
    expect(struck.length).toBeLessThan(160)
    expect(fault.struck).toBe(struck.length)
    expect(listStruck(targets, moment + 1000)).not.toEqual(struck)
  })

  test('hits the same requests of a moment in any order of arrival', () => {
    const forth = setUp().listStruck(targets)
    const back = setUp().listStruck(targets.toReversed())
    expect(back.toReversed()).toEqual(forth)
  })

  test('decides again for a repeated request at that moment', () => {
    const [target] = targets
    const { listStruck } = setUp()
    const struck = listStruck(Array.from({ length: 200 }, () => target as FaultTarget))
    expect(struck.length).toBeGreaterThan(30)
    expect(struck.length).toBeLessThan(90)
  })

  test('hits other requests with another seed', () => {
    expect(setUp(8).listStruck(targets)).not.toEqual(setUp(7).listStruck(targets))
  })
})
