import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readRules, watchAlerts } from '../alerts/rules.ts'
import { keepSamples } from '../alerts/samples.ts'
import { root } from '../places.ts'
import type { Member } from './fleet.ts'

/** Speed factor: Prometheus scrapes every 15 s and rules use minutes; both are shortened by this. */
const hurry = 10
const scrapeEvery_ms = 1000
/** Prometheus's default timeout would last as long as a fault; the database alone may take three seconds. */
const patience_ms = 4000

export interface AlertWatch {
  /** The rules that have fired so far. */
  raised(): ReadonlySet<string>
  stop(): Promise<void>
}

/** Scrapes the processes and evaluates deploy/alerts.yaml like a newly started monitoring system. */
export function beginAlertWatch(members: readonly Pick<Member, 'name' | 'metrics_url'>[]): AlertWatch {
  const samples = keepSamples()
  const watchman = watchAlerts(readRules(join(root, 'deploy', 'alerts.yaml')), samples, hurry)
  const raised = new Set<string>()
  const stopping = new AbortController()

  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined)
  async function scrape({ name, metrics_url }: Pick<Member, 'name' | 'metrics_url'>): Promise<void> {
    while (!stopping.signal.aborted) {
      const began = Date.now()
      const text = await fetch(`${metrics_url}/metrics`, { signal: AbortSignal.timeout(patience_ms) }).then(
        (response) => (response.ok ? response.text() : null),
        () => null,
      )
      samples.add({ job: 'muster', instance: name }, Date.now(), text)
      await pause(Math.max(1, began + scrapeEvery_ms - Date.now()))
    }
  }
  async function look(): Promise<void> {
    for (; !stopping.signal.aborted; await pause(scrapeEvery_ms)) for (const name of watchman.look(Date.now())) raised.add(name)
  }
  const working = [...members.map(scrape), look()]
  return {
    raised: () => raised,
    async stop() {
      stopping.abort()
      await Promise.all(working)
    },
  }
}
