import { setTimeout as sleep } from 'node:timers/promises'
import type { CrowdSize } from './crowd-size.ts'
import { startWorker } from './programs.ts'
import type { Feed, ViewersOrder, ViewersReport } from './wire.ts'

type Told = Extract<ViewersReport, { kind: 'told' }>

/** Maximum number of viewers per process, below the usual limit of open files. */
const maxPerProcess = 8000
/** Timeout for a message to reach all viewers; the bench then fails. */
const patience_ms = 20_000

/** Combines the reports of all viewer processes about one message. */
export const summarise = (told: readonly (Told | undefined)[]) => ({
  first_ms: Math.min(...told.map((one) => one?.first_ms ?? Number.NaN)),
  ended_ms: Math.max(...told.map((one) => one?.at_ms ?? Number.NaN)),
})

/** Viewers in separate processes. */
export function gather(wanted: CrowdSize) {
  const count = Math.max(2, Math.ceil(wanted.sockets / maxPerProcess))
  const told: Told[][] = []
  const lost: string[] = []
  const all = Array.from({ length: count }, (_, place) => {
    const own: Told[] = []
    told.push(own)
    return startWorker<ViewersOrder, ViewersReport>('./viewers.ts', place * 1_000_000, (report) => {
      if (report.kind === 'told') own.push(report)
      else if (report.kind === 'lost') lost.push(report.why)
    })
  })
  return {
    told,
    /** Opens all sockets, spread across the processes. */
    async connect(feeds: readonly Feed[]) {
      const connected = all.map((one) => one.wait('connected'))
      const places = feeds.flatMap((feed) => Array.from({ length: feed.sockets }, () => ({ ...feed, sockets: 1 })))
      for (const [place, one] of all.entries())
        one.order({ kind: 'connect', feeds: places.filter((_, at) => at % count === place) })
      await Promise.all(connected)
    },
    /**
     * Waits for a result of `find`.
     * @throws Error if a viewer was disconnected
     */
    async until<T>(find: () => T | null): Promise<T> {
      for (const until = Date.now() + patience_ms; ; await sleep(20)) {
        if (lost.length > 0) throw new Error(`${lost.length} viewers were disconnected: ${lost[0]}`)
        const found = find()
        if (found !== null) return found
        if (Date.now() > until) throw new Error(`a message did not reach all viewers within ${patience_ms} ms`)
      }
    },
    pids: () => all.map(({ pid }) => pid),
    async stop() {
      const stopped = all.map((one) => one.wait('stopped'))
      for (const one of all) one.order({ kind: 'stop' })
      await Promise.all(stopped)
      await Promise.all(all.map((one) => one.stop()))
    },
  }
}
