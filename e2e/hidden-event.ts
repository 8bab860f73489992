import type { DefinitionEditInput } from '@muster/contract/definition'
import { expect, type Page } from './journey.ts'

const day_ms = 86_400_000

/** The event clock, which is not that of the machine. */
export async function readEventClock(page: Page): Promise<number> {
  const { now } = (await (await page.request.get('/api/clock')).json()) as { now: string }
  return Date.parse(now)
}

/**
 * Creates an empty event for one journey, so that no other journey's edits are undone. It is hidden, because other journeys look
 * for the next public event.
 * @param starts its start; in three days unless given
 */
export async function makeHiddenEvent(page: Page, name: string, starts = Date.now() + 3 * day_ms) {
  const token = await page.evaluate(() => localStorage.getItem('auth'))
  const headers = { authorization: `Bearer ${token}` }
  const day = (days: number) => new Date(starts + days * day_ms).toISOString()
  const answer = await page.request.put('/api/events', {
    headers,
    data: {
      name,
      game_version: 'poe1',
      is_public: false,
      max_size: 20,
      waitlist_size: 0,
      application_start_time: day(-2),
      application_end_time: day(-1),
      event_start_time: day(0),
      event_end_time: day(30),
    },
  })
  expect(answer.status()).toBe(201)
  const { id } = (await answer.json()) as { id: number }
  return {
    id,
    /** The id of its empty tree. */
    findRoot: async () => {
      const tree = await page.request.get(`/api/events/${id}/objectives`, { headers })
      return ((await tree.json()) as { id: number }).id
    },
    /** Edits its definition, as the pages do. */
    edit: async (edits: readonly DefinitionEditInput[]) => {
      const done = await page.request.post(`/api/events/${id}/definition/edits`, { headers, data: { edits } })
      expect(done.status()).toBe(200)
    },
    /** The reasons in its list of changes, newest first. */
    listReasons: async () => {
      const changes = await page.request.get(`/api/events/${id}/definition/changes`, { headers })
      return ((await changes.json()) as { reason: string }[]).map(({ reason }) => reason)
    },
    remove: async () => expect((await page.request.delete(`/api/events/${id}`, { headers })).status()).toBe(204),
  }
}
