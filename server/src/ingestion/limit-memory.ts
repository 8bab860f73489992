import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../db/connect.ts'
import type { KeptCounter, LimitMemory, Policy } from '../gateways/game/limits.ts'

/** Wall clock: changes are written down together, at most this often. */
const keepEvery_ms = 1000
/** Event time: no window of the game is longer; what is older than this before the newest hit says nothing any more. */
const longestWindow_ms = 2 * 60 * 60_000

const WindowOfPolicy = z.object({ hits: z.number(), period_s: z.number(), restriction_s: z.number() })
const KeptPolicy = z.object({ name: z.string(), rules: z.array(z.tuple([z.string(), z.array(WindowOfPolicy)])) })

const keyOf = ({ policy, rule, subject }: KeptCounter) => `${policy}|${rule}|${subject}`

async function writeCounters(db: Db, counters: readonly KeptCounter[]): Promise<void> {
  if (counters.length === 0) return
  const rows = counters.map(({ hits, ...counter }) => ({ ...counter, hits: [...hits] }))
  await db
    .insertInto('limit_counters')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['policy', 'rule', 'subject']).doUpdateSet({
        // Another process may count the same; hits that we have forgotten are over.
        hits: sql<number[]>`array(
          select distinct hit from unnest(limit_counters.hits || excluded.hits) as hit
          where hit >= coalesce(excluded.hits[1], 0) order by hit)`,
        restricted_until: sql<number>`greatest(limit_counters.restricted_until, excluded.restricted_until)`,
      }),
    )
    .execute()
}

/** Counts of what was asked of the game, in the database: one row for each policy and subject, written when it changed. */
export function createLimitMemory(db: Db, onError: (error: unknown) => void): LimitMemory & { close(): Promise<void> } {
  let counters = new Map<string, KeptCounter>()
  let policies = new Map<string, Policy>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    const [fresh, learnt] = [[...counters.values()], [...policies]]
    counters = new Map()
    policies = new Map()
    for (const [endpoint, { name, rules }] of learnt) {
      const policy = JSON.stringify({ name, rules: [...rules] })
      await db
        .insertInto('limit_policies')
        .values({ endpoint, policy })
        .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ policy }))
        .execute()
    }
    await writeCounters(db, fresh)
  }
  function writeSoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      writing = writing.then(write).catch(onError)
    }, keepEvery_ms)
  }
  const known = new Map<string, string>()

  return {
    async load() {
      // What this process has not written down yet is in its own counts.
      const policyRows = await db.selectFrom('limit_policies').selectAll().execute()
      const rows = await db.selectFrom('limit_counters').selectAll().execute()
      const newest = Math.max(0, ...rows.map(({ hits }) => hits.at(-1) ?? 0))
      const read = policyRows.flatMap(({ endpoint, policy }) => {
        const parsed = KeptPolicy.safeParse(policy)
        return parsed.success ? [[endpoint, { ...parsed.data, rules: new Map(parsed.data.rules) }] as const] : []
      })
      return { policies: new Map(read), counters: rows.filter(({ hits }) => (hits.at(-1) ?? 0) > newest - longestWindow_ms) }
    },
    keepPolicy(endpoint, policy) {
      const text = JSON.stringify([policy.name, [...policy.rules]])
      if (known.get(endpoint) === text) return
      known.set(endpoint, text)
      policies.set(endpoint, policy)
      writeSoon()
    },
    keepCounter(counter) {
      counters.set(keyOf(counter), counter)
      writeSoon()
    },
    async close() {
      clearTimeout(timer)
      await writing
      await write().catch(onError)
    },
  }
}
