import type { Proposal } from '@muster/domain/teams/sort'
import type { SortMessage, SortOrder } from './sort-worker.ts'

interface Run {
  /** Rejects if the worker fails; never settles after a cancellation. */
  readonly proposals: Promise<readonly Proposal[]>
  readonly cancel: () => void
}

/** Computes proposals in a worker, so that the page stays usable. @param onShare called with the progress, 0 to 1 */
export function proposeInWorker(order: SortOrder, onShare: (share: number) => void): Run {
  const worker = new Worker(new URL('./sort-worker.ts', import.meta.url), { type: 'module' })
  const proposals = new Promise<readonly Proposal[]>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<SortMessage>) => {
      if ('share' in data) return onShare(data.share)
      worker.terminate()
      resolve(data.proposals)
    })
    worker.addEventListener('error', (event) => {
      worker.terminate()
      reject(new Error(event.message || 'the worker did not start'))
    })
  })
  worker.postMessage(order)
  return { proposals, cancel: () => worker.terminate() }
}
