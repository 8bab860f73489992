import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { expect, vi } from 'vitest'

/** A client that keeps the bytes of a stream as they arrive. */
export interface StreamClient {
  readonly status: number | undefined
  readonly headers: IncomingMessage['headers']
  readonly text: string
  /** The number of events with data. */
  readonly events: number
  /** Waits until the stream has this text. */
  has(part: string): Promise<void>
  /** Waits for the end, which the server decides. */
  ended(): Promise<void>
  /** Stops reading, so that the server has to keep what it sends. */
  pause(): void
  close(): void
}

export async function openStream(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<StreamClient> {
  const request = get({ host: '127.0.0.1', port, path: `/api${path}`, headers, agent: false })
  const [message] = (await once(request, 'response')) as [IncomingMessage]
  // The client, or the server's end, may cut the connection.
  request.on('error', () => undefined)
  message.on('error', () => undefined)
  let text = ''
  message.setEncoding('utf8').on('data', (part: string) => (text += part))
  const closed = new Promise<void>((resolve) => message.on('close', resolve))
  return {
    status: message.statusCode,
    headers: message.headers,
    get text() {
      return text
    },
    get events() {
      return text.split('\ndata: ').length - 1
    },
    has: (part) => vi.waitFor(() => expect(text).toContain(part), { timeout: 10_000 }),
    ended: () => closed,
    pause: () => void message.pause(),
    close: () => void request.destroy(),
  }
}
