import type { Event } from '@muster/contract/events'
import { call } from '../../../api/calls/client.ts'
import { queryClient, read } from '../../../api/calls/queries.ts'

/** After an event was deleted: it leaves the page at once, before anything requests its contents. */
export const forgetEvent = (id: number) =>
  void queryClient.setQueryData(read('getEvents', {}).queryKey, (events) => events?.filter((event) => event.id !== id))

/** Fetches the event and updates every list on the page. */
export async function loadEvent(id: number): Promise<Event | null> {
  const events = await call('getEvents', {})
  queryClient.setQueryData(read('getEvents', {}).queryKey, events)
  return events.find((event) => event.id === id) ?? null
}
