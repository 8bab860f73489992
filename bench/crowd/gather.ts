import { setTimeout as sleep } from 'node:timers/promises'
import type { CrowdSize } from './crowd-size.ts'
import { startWorker } from './programs.ts'
import type { Feed, ViewersOrder, ViewersReport } from './wire.ts'

type Told = Extract<ViewersReport, { kind: 'told' }>

/** A process of viewers holds no more, so that it stays below the usual limit of open files. */
const mostOfProcess = 8000
/** A message that has not come everywhere by then is lost, and the bench fails. */
const patience_ms = 20_000

/** Of one message, from all processes of viewers. */
export const summarise = (told: readonly (Told | undefined)[]) => ({
  first_ms: Math.min(...told.map((one) => one?.first_ms ?? Number.NaN)),
  ended_ms: Math.max(...told.map((one) => one?.at_ms ?? Number.NaN)),
})

/** Viewers in processes of their own. */
export function gather(wanted: CrowdSize) {
  const count = Math.max(2, Math.ceil(wanted.sockets / mostOfProcess))
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
    /** Opens all sockets, dealt among the processes. */
    async connect(feeds: readonly Feed[]) {
      const connected = all.map((one) => one.wait('connected'))
      const places = feeds.flatMap((feed) => Array.from({ length: feed.sockets }, () => ({ ...feed, sockets: 1 })))
      for (const [place, one] of all.entries())
        one.order({ kind: 'connect', feeds: places.filter((_, at) => at % count === place) })
      await Promise.all(connected)
    },
    /** Waits until every process has this; a viewer who was cut off is an error. */
    async until<T>(find: () => T | null): Promise<T> {
      for (const until = Date.now() + patience_ms; ; await sleep(20)) {
        if (lost.length > 0) throw new Error(`${lost.length} viewers were cut off: ${lost[0]}`)
        const found = find()
        if (found !== null) return found
        if (Date.now() > until) throw new Error(`a message did not reach everybody within ${patience_ms} ms`)
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
