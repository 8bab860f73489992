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

/** Time for the goodbye to reach the client before the line is cut. */
const goodbye_ms = 2000

/**
 * @param line what the socket runs on. Frames are written to it as they are: the socket would frame the message again for each
 * viewer. Without compression it keeps nothing back that could come between.
 * @param most_buffered_bytes what may wait for a client that reads slowly.
 * @param onGone called once, when the connection is over.
 */
export function createMember(
  socket: WebSocket,
  line: Socket,
  timer: Timer,
  most_buffered_bytes: number,
  onGone: () => void,
): Member {
  let owesSign = false
  let cancelCut: (() => void) | undefined

  function close(code: number, reason: string): void {
    if (socket.readyState !== socket.OPEN) return
    socket.close(code, reason)
    cancelCut = timer.after(goodbye_ms, () => socket.terminate())
  }

  socket.on('pong', () => {
    owesSign = false
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
      if (line.writableLength > most_buffered_bytes) {
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
