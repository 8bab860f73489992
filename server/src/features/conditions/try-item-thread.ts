import { parentPort, workerData } from 'node:worker_threads'
import { createMatcher, sumByObjective } from '@muster/domain/conditions/matcher'
import type { Tried, Trial } from './try-item.ts'

// The thread of `try-item.ts`: matches one item with the conditions of an event.

function run({ objectives, options, item, explain }: Trial): Tried {
  const { matcher } = createMatcher(objectives, options)
  if (explain !== undefined) return { explanation: matcher.explain(item, explain) }
  return { numbers: sumByObjective(matcher.match([item], null)) }
}

parentPort?.postMessage('begins')
parentPort?.postMessage(run(workerData as Trial))
