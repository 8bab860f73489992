import type { Event } from '@muster/contract/events'
import type { EventId } from '@muster/contract/ids'
import type { Clock } from '@muster/server/clock'
import { liveOn } from '../demo/live-on.ts'
import { logIn, openClient } from '../rehearsal/people.ts'

/** Event time between two rounds. */
const pause_ms = 5 * 60_000
const signupsPerRound = 4

export interface SignupsOptions {
  readonly product_url: string
  /** Names of game accounts, in the order of their signups. */
  readonly people: readonly string[]
  /** The event clock. */
  readonly clock: Clock
}

const isOpen = ({ application_start_time, application_end_time, is_locked }: Event, now: number): boolean =>
  !is_locked && Date.parse(application_start_time) <= now && now < Date.parse(application_end_time)

async function signUp({ product_url }: SignupsOptions, event_id: EventId, name: string, place: number): Promise<void> {
  const { client } = await logIn(product_url, name)
  const body = { expected_playtime: 4 + (place % 7) * 2, needs_help: place % 5 === 3, wants_to_help: place % 4 === 0, extra: '' }
  await client.call('createSignup', { event_id, body })
}

/**
 * Signs simulated players up, a few at a time, for every public event with open signups.
 * @returns a function that ends it
 */
export const startSignups = (options: SignupsOptions, log_dir: string): (() => void) => {
  const { product_url, people, clock } = options
  const signedUp = new Map<EventId, number>()
  const visitor = openClient(product_url, 'a visitor')
  return liveOn('signups', log_dir, async (signal) => {
    for (; !signal.aborted; await clock.sleep(pause_ms, signal)) {
      const events = await visitor.call('getEvents', {})
      for (const event of events.filter((one) => isOpen(one, clock.now()))) {
        const id = event.id as EventId
        const places = Math.min(people.length, event.max_size)
        for (let round = 0; round < signupsPerRound; round++) {
          const place = signedUp.get(id) ?? 0
          const name = people[place]
          if (name === undefined || place >= places) break
          await signUp(options, id, name, place)
          signedUp.set(id, place + 1)
        }
      }
    }
  })
}
