import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { provideDebianProgram } from '../debian-program.ts'
import { root } from '../places.ts'
import type { Member } from './fleet.ts'

/** Factor by which the durations of the rules are shortened; thresholds stay unchanged. */
const hurry = 15
/** Longer than a process waits for its database when it is scraped. */
const scrapeEvery = '3200ms'
const address = '127.0.0.1:9090'
const startPatience_ms = 30_000
const unit_ms = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

export interface AlertWatch {
  /** Names of the rules that have fired so far. */
  listRaised(): Promise<string[]>
  stop(): Promise<void>
}

/** The durations of rules and of their windows, shortened. */
const shorten = (rules: string) =>
  rules.replaceAll(
    /(?<=\[|for: )(\d+)([smhd])\b/g,
    (_, count: string, unit: keyof typeof unit_ms) => `${(Number(count) * unit_ms[unit]) / hurry}ms`,
  )

/** @returns the labels of the series that the query selects */
async function query(expression: string): Promise<Record<string, string>[]> {
  const answer = await fetch(`http://${address}/api/v1/query?query=${encodeURIComponent(expression)}`)
  const { data } = (await answer.json()) as { data: { result: { metric: Record<string, string> }[] } }
  return data.result.map(({ metric }) => metric)
}

export const providePrometheus = () => provideDebianProgram('prometheus')

/** Starts a Prometheus with deploy/alerts.yaml in `folder`, and waits until it has scraped every process. */
export async function startAlertWatch(
  members: readonly Pick<Member, 'name' | 'metrics_url'>[],
  folder: string,
): Promise<AlertWatch> {
  const home = mkdtempSync(join(folder, 'prometheus-'))
  writeFileSync(join(home, 'rules.yaml'), shorten(readFileSync(join(root, 'deploy', 'alerts.yaml'), 'utf8')))
  const static_configs = members.map(({ name, metrics_url }) => ({
    targets: [new URL(metrics_url).host],
    labels: { instance: name },
  }))
  const config = {
    global: { scrape_interval: scrapeEvery, scrape_timeout: scrapeEvery, evaluation_interval: '200ms' },
    rule_files: ['rules.yaml'],
    scrape_configs: [{ job_name: 'muster', static_configs }],
  }
  // JSON is YAML.
  writeFileSync(join(home, 'prometheus.yml'), JSON.stringify(config))
  const options = {
    'config.file': join(home, 'prometheus.yml'),
    'storage.tsdb.path': join(home, 'data'),
    'web.listen-address': address,
    'query.lookback-delta': '20s',
    'log.level': 'warn',
  }
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  const child = spawn(await providePrometheus(), args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  for (const until = Date.now() + startPatience_ms; ; await sleep(100)) {
    const scraped = await query('up').catch(() => [])
    if (scraped.length === members.length) break
    if (child.exitCode !== null || Date.now() > until) throw new Error('Prometheus did not scrape the processes')
  }
  return {
    listRaised: async () =>
      (await query('group by (alertname) (last_over_time(ALERTS{alertstate="firing"}[1h]))')).flatMap(
        ({ alertname }) => alertname ?? [],
      ),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
