import type { LogReading, LogFilter } from '@muster/domain/game-log/log-reader'
import type { LogReply, LogRequest } from './log-worker.ts'

interface Waiting {
  readonly onShare: (share: number) => void
  readonly resolve: (reading: LogReading) => void
  readonly reject: (failure: Error) => void
}

/**
 * Reads a log in a worker, so that a file of hundreds of megabytes does not stop the page. One read at a time.
 * @param onTick called every second, even while the page is in the background
 */
export function openLogThread(onTick: () => void) {
  const worker = new Worker(new URL('./log-worker.ts', import.meta.url), { type: 'module' })
  let waiting: Waiting | null = null
  worker.addEventListener('message', ({ data }: MessageEvent<LogReply>) => {
    if ('tick' in data) onTick()
    else if ('share' in data) waiting?.onShare(data.share)
    else if ('reading' in data) waiting?.resolve(data.reading)
    else waiting?.reject(Object.assign(new Error(data.failure), { name: data.name }))
  })
  worker.addEventListener('error', ({ message }) => waiting?.reject(new Error(message || 'the worker did not start')))
  return {
    read: (file: File, filter: LogFilter, onShare: (share: number) => void): Promise<LogReading> =>
      new Promise((resolve, reject) => {
        waiting = { onShare, resolve, reject }
        worker.postMessage({ file, filter } satisfies LogRequest)
      }),
    end: () => worker.terminate(),
  }
}
