import { Worker } from 'node:worker_threads'
import type { PackedSnapshot } from '../../ingestion/stash/stored-items.ts'
import { Refusal } from '../../refusal.ts'
import type { CountAnswer, ListAnswer, ReviewAnswer, TryAnswer, Work } from './work.ts'

/** Each occupies a processor for a mere test; other work of the server continues. */
const threadsAtOnce = 2
/** Users type faster than threads start: upper bound of waiting calls. */
const maxWaiting = 8
const memory_mib = 512

/** Real time after loading: matching one item takes a few milliseconds. */
export const deadline_ms = 5_000

let running = 0
const waiting: (() => void)[] = []

export class TooLong extends Error {
  constructor() {
    super('the work of a thread took too long')
  }
}

interface Answers {
  readonly try: TryAnswer
  readonly review: ReviewAnswer
  readonly count: CountAnswer
  readonly list: ListAnswer
}

/** A running thread: called with compressed tabs if its work needs them, otherwise once without. */
export type Ask<K extends Work['kind']> = (tabs?: readonly PackedSnapshot[]) => Promise<Answers[K]>

async function takePlace(): Promise<void> {
  if (running < threadsAtOnce) {
    running += 1
    return
  }
  if (waiting.length >= maxWaiting) {
    throw new Refusal('rate_limited', 'Too many items are being tested right now, please wait')
  }
  await new Promise<void>((resolve) => waiting.push(resolve))
}

/** The slot passes directly to a waiting call; it is never free in between. */
function leavePlace(): void {
  const next = waiting.shift()
  if (next) next()
  else running -= 1
}

/**
 * Works in a thread with a timeout: the caller sends the item and may have written the patterns, and a slow match here would
 * block all other requests.
 * @throws TooLong out of `ask`; Refusal rate_limited if too many calls wait
 */
export async function useThread<K extends Work['kind'], R>(
  work: Extract<Work, { kind: K }>,
  use: (ask: Ask<K>) => Promise<R>,
  patience_ms = deadline_ms,
): Promise<R> {
  await takePlace()
  const thread = new Worker(new URL('./work-thread.ts', import.meta.url), {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: memory_mib },
  })
  const answers = listen<Answers[K]>(thread, patience_ms)
  try {
    return await use((tabs) => {
      if (tabs) thread.postMessage(tabs)
      return answers.next()
    })
  } finally {
    answers.end()
    await thread.terminate()
    leavePlace()
  }
}

/** The answers of a thread in order. Its timeout starts when the thread reports ready, and covers all answers. */
function listen<T>(thread: Worker, patience_ms: number) {
  const arrived: T[] = []
  let asking: { resolve: (answer: T) => void; reject: (error: unknown) => void } | null = null
  let failure: unknown = null
  let timer: NodeJS.Timeout | undefined
  const fail = (error: unknown) => {
    failure ??= error
    asking?.reject(failure)
    asking = null
  }
  thread.on('message', (said: 'begins' | { answer: T }) => {
    if (said === 'begins') timer = setTimeout(() => fail(new TooLong()), patience_ms)
    else if (asking) {
      asking.resolve(said.answer)
      asking = null
    } else arrived.push(said.answer)
  })
  thread.on('error', (error) => {
    fail((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TooLong() : error)
  })
  thread.on('exit', (code) => fail(new Error(`a thread of the workbench ended with code ${code}`)))
  return {
    next: () =>
      new Promise<T>((resolve, reject) => {
        const ready = arrived.shift()
        if (ready !== undefined) resolve(ready)
        else if (failure !== null) reject(failure)
        else asking = { resolve, reject }
      }),
    end: () => clearTimeout(timer),
  }
}
