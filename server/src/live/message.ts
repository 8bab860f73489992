import { frameText } from './frame.ts'

/** A message for all clients of an audience, encoded at most once for each transport. */
export interface FeedMessage {
  readonly text: string
  /** The message as a WebSocket frame. */
  readonly frame: Buffer
  /** The message as a server-sent event; its id is the number from which the client continues. */
  readonly event: Buffer
}

/** @param sequence number of the last change in the message; null if it has no changes. */
export function createMessage(content: unknown, sequence: number | null): FeedMessage {
  const text = JSON.stringify(content)
  let frame: Buffer | undefined
  let event: Buffer | undefined
  return {
    text,
    get frame() {
      return (frame ??= frameText(text))
    },
    // JSON has no line breaks, so the data is one line.
    get event() {
      return (event ??= Buffer.from(`${sequence === null ? '' : `id: ${sequence}\n`}data: ${text}\n\n`))
    },
  }
}
