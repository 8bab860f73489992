import type { ServerResponse } from 'node:http'
import { closeReload, eventChange, goneEvent, reloadEvent, rightsChanged, type StreamReload } from '@muster/contract/scores'
import { counted } from '../telemetry/points.ts'
import { goodbye_ms, type Member } from './member.ts'
import type { Timer } from './timer.ts'

/** Time until a stock client reconnects after a lost connection, and after an event that asks for more than reconnecting. */
const retry_ms = 2000
const retryAfterEnd_ms = 10_000

const opening = Buffer.from(`retry: ${retry_ms}\n\n`)
/**
 * A comment, which clients ignore (WHATWG HTML, section 9.2.7: a line about every 15 seconds; proxies close silent connections).
 */
const heartbeat = Buffer.from(':\n\n')

const lastEvent = (name: string, data: object) => `event: ${name}\nretry: ${retryAfterEnd_ms}\ndata: ${JSON.stringify(data)}\n\n`

/** The last event of a stream, for a close code of a socket; empty if the client only has to reconnect. */
function writeEnd(code: number, reason: string): string {
  if (code === closeReload) {
    const reload: StreamReload = { reason: reason === rightsChanged ? 'rights' : 'history' }
    return lastEvent(reloadEvent, reload)
  }
  return reason === eventChange ? lastEvent(goneEvent, {}) : ''
}

/**
 * A client that follows by server-sent events. Its head has been written.
 * @param limits for unsent data to a slow client.
 * @param onGone called once when the connection is closed.
 */
export function createStreamMember(
  response: ServerResponse,
  timer: Timer,
  limits: { readonly buffered_bytes: number },
  onGone: () => void,
): Member {
  let cancelCut: (() => void) | undefined
  const isOpen = () => !response.writableEnded && !response.destroyed
  // Without a listener a broken connection would end the process; 'close' follows.
  response.on('error', () => undefined)
  response.on('close', () => {
    cancelCut?.()
    onGone()
  })
  response.write(opening)
  return {
    get isOpen() {
      return isOpen()
    },
    // A block without data is not an event, but sets the id from which the client continues (WHATWG HTML, section 9.2.6).
    begin(sequence) {
      if (isOpen()) response.write(`id: ${sequence}\n\n`)
    },
    send({ event }) {
      if (!isOpen()) return
      if (response.writableLength > limits.buffered_bytes) {
        counted.feed_drops++
        response.destroy()
      } else {
        counted.feed_messages++
        response.write(event)
      }
    },
    close(code, reason) {
      if (!isOpen()) return
      response.end(writeEnd(code, reason))
      cancelCut = timer.after(goodbye_ms, () => response.destroy())
    },
    ping() {
      // Unread heartbeats would grow the buffer of a dead connection, which the next message closes.
      if (isOpen() && !response.writableNeedDrain) response.write(heartbeat)
    },
  }
}
