import { closeTooSlow } from '@muster/contract/scores'
import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { counted } from '../telemetry/points.ts'
import type { Timer } from './timer.ts'

/** One connection. It is told things; what it says is not listened to. */
export interface Member {
  readonly isOpen: boolean
  /** Sends a frame that was made once for many (`frameText`), or drops a client that does not read what it was sent. */
  send(frame: Buffer): void
  close(code: number, reason: string): void
  /** Asks for a sign of life; a client that owes one since the last time is cut off. */
  ping(): void
}

/** RFC 6455: the client does what it should not. */
const closePolicy = 1008
/** Time for the goodbye to reach the client before the line is cut. */
const goodbye_ms = 2000

/**
 * @param line what the socket runs on. Frames are written to it as they are: the socket would frame the message again for each
 * viewer. Without compression it keeps nothing back that could come between.
 * @param limits what may wait for a client that reads slowly, and how often a client may say something.
 * @param onGone called once, when the connection is over.
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
    // What else it sends is not even read until the line is cut.
    line.pause()
  }
  socket.on('message', hear)
  socket.on('ping', hear)
  socket.on('pong', () => {
    owesSign = false
    hear()
  })
  // Without a listener a broken line would end the process; 'close' follows and says the rest.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    cancelCut?.()
    onGone()
  })
  return {
    get isOpen() {
      return socket.readyState === socket.OPEN
    },
    send(frame) {
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
