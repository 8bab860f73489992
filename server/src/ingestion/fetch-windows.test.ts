import type { FetchTimeline } from '@muster/contract/tracking'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../db/schema.ts'
import { anEvent, aUser, eventEnd, testNow } from '../testing/builders.ts'
import { useTestServer } from '../testing/use-server.ts'
import { recordOutcomes } from './fetch-windows.ts'

const server = useTestServer()
let event: Row<'events'>
beforeEach(async () => {
  event = await anEvent(server.db, { is_current: false })
})

const stream = { subject: '', user_id: null }
const minute = (count: number) => new Date(testNow - 60 * 60_000 + count * 60_000)
const fetch = (at: number, what: Parameters<typeof recordOutcomes>[3][number]['outcome'], isBehind = false) =>
  server.db.transact((tx) =>
    recordOutcomes(tx, event.id, 'public_tabs', [{ ...stream, outcome: what }], minute(at), { isBehind }),
  )
const rows = () => server.db.selectFrom('fetch_windows').selectAll().where('event_id', '=', event.id).orderBy('id').execute()

describe('fetch windows', () => {
  it('hundreds of successes extend one row', async () => {
    for (let at = 0; at < 50; at++) await fetch(at, null)
    expect(await rows()).toMatchObject([{ from_at: minute(0), to_at: minute(49), reason: null }])
  })

  it('a gap stays open while there is more to read, and is settled by the fetch that reaches the end', async () => {
    await fetch(0, null)
    await fetch(1, 'unavailable')
    await fetch(2, null, true)
    expect(await rows()).toMatchObject([{}, { from_at: minute(0), to_at: minute(2), settled_at: null }, { from_at: minute(2) }])
    await fetch(3, null)
    expect((await rows())[1]).toMatchObject({ reason: 'unavailable', settled_at: minute(3) })
    expect(await rows()).toHaveLength(3)
  })
})

describe('the timelines of an event', () => {
  const ask = async () => {
    const manager = await aUser(server.db, { permissions: ['manager'] })
    return (await server.get(`/events/${event.id}/tracking/windows`, await server.as(manager))).json<FetchTimeline[]>()
  }

  it('describe the gaps in words, open ones with the next step', async () => {
    await fetch(0, null)
    await fetch(58, null)
    await fetch(59, 'unreadable')
    await fetch(60, 'unreadable')
    const [timeline] = await ask()
    expect(timeline).toMatchObject({ source: 'public_tabs', subject: '', from: minute(0).toISOString(), older_gaps: 0 })
    expect(timeline?.gaps.map(({ reason, state }) => [reason, state])).toEqual([
      ['not_running', 'recovered'],
      ['unreadable', 'open'],
    ])
    expect(timeline?.gaps[1]?.advice).not.toBe('')
  })

  it('have no gap within a pause that the event has chosen', async () => {
    server.setNow(testNow)
    await server.db.transact((tx) => recordOutcomes(tx, event.id, 'ladder', [{ ...stream, outcome: null }], minute(0)))
    const countGaps = async () => (await ask())[0]?.gaps.length
    expect(await countGaps()).toBe(1)
    await server.db.updateTable('events').set({ read_ladder_seconds: 3600 }).where('id', '=', event.id).execute()
    expect(await countGaps()).toBe(0)
  })

  it('end with a gap since the last fetch, at most until the end of the event', async () => {
    await fetch(0, null)
    const [timeline] = await ask()
    expect(timeline?.gaps).toMatchObject([{ reason: 'not_running', state: 'open', from: minute(0).toISOString() }])
    expect(Date.parse(timeline?.gaps[0]?.to ?? '')).toBeLessThanOrEqual(eventEnd)
  })
})
