import type { EventId } from '@muster/contract/ids'

/** The event was deleted a moment ago, after its caller had found it. A call is answered as if the event had never been found. */
export class EventGone extends Error {
  constructor(event_id: EventId) {
    super(`event ${event_id} was deleted meanwhile`)
  }
}
