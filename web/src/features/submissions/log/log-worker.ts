import { createLogReader, type LogReading, type LogFilter } from '@muster/domain/game-log/log-reader'

/** The page's message: read the new part of the file. The answers are the progress, then the events. */
export interface LogRequest {
  readonly file: File
  readonly filter: LogFilter
}
export type LogReply =
  | { readonly share: number }
  | { readonly reading: LogReading }
  | { readonly failure: string; readonly name: string }
  | { readonly tick: true }

/** A worker's timer keeps its pace while the page is in the background, as it is while the player plays. */
const tick_ms = 1000

const say = (message: LogReply) => self.postMessage(message)
setInterval(() => say({ tick: true }), tick_ms)
const decoder = new TextDecoder()
const read = createLogReader((bytes) => decoder.decode(bytes))

self.addEventListener('message', ({ data }: MessageEvent<LogRequest>) => {
  read(data.file, data.filter, (share) => say({ share })).then(
    (reading) => say({ reading }),
    (failure: unknown) => {
      const { name, message } = failure instanceof Error ? failure : new Error(String(failure))
      say({ failure: message, name })
    },
  )
})
