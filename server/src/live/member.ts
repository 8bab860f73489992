import { closeTooSlow } from '@muster/contract/scores'
import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { counted } from '../telemetry/points.ts'
import type { FeedMessage } from './message.ts'
import type { Timer } from './timer.ts'

/** A client's connection for sending; messages from the client are ignored. */
export interface Member {
  readonly isOpen: boolean
  /** Names the number from which a client without missed changes continues; sockets have no such message. */
  begin(sequence: number): void
  /** Sends a shared message, or closes a client that does not read its messages. */
  send(message: FeedMessage): void
  close(code: number, reason: string): void
  /** Sends a ping; a client that has not answered the previous one is disconnected. */
  ping(): void
}

/** RFC 6455: policy violation by the client. */
const closePolicy = 1008
/** Time for the last message to arrive before the connection is cut. */
export const goodbye_ms = 2000

/**
 * @param line connection below the socket. Frames are written to it directly: the socket would encode the message again for each
 * viewer. Without compression the socket has no pending data that could get in between.
 * @param limits for unsent data to a slow client, and for messages from the client.
 * @param onGone called once when the connection is closed.
 */
export function createMember(
  socket: WebSocket,
  line: Socket,
  timer: Timer,
  limits: { readonly buffered_bytes: number; readonly messages_per_minute: number },
  onGone: () => void,
): Member {
  let owesSign = false
  let cancelCut: (() => void) | undefined

  function close(code: number, reason: string): void {
    if (socket.readyState !== socket.OPEN) return
    socket.close(code, reason)
    cancelCut = timer.after(goodbye_ms, () => socket.terminate())
  }

  let minuteBegan = timer.now()
  let said = 0
  function hear(): void {
    if (timer.now() - minuteBegan >= 60_000) [minuteBegan, said] = [timer.now(), 0]
    if (++said <= limits.messages_per_minute) return
    close(closePolicy, 'too many messages')
    // Further data from it is not even read until the connection is cut.
    line.pause()
  }
  socket.on('message', hear)
  socket.on('ping', hear)
  socket.on('pong', () => {
    owesSign = false
    hear()
  })
  // Without a listener a broken connection would end the process; 'close' follows.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    cancelCut?.()
    onGone()
  })
  return {
    get isOpen() {
      return socket.readyState === socket.OPEN
    },
    begin: () => undefined,
    send({ frame }) {
      if (socket.readyState !== socket.OPEN) return
      if (line.writableLength > limits.buffered_bytes) {
        counted.feed_drops++
        close(closeTooSlow, 'too slow')
      } else {
        counted.feed_messages++
        line.write(frame)
      }
    },
    close,
    ping() {
      if (socket.readyState !== socket.OPEN) return
      if (owesSign) return socket.terminate()
      owesSign = true
      socket.ping()
    },
  }
}
