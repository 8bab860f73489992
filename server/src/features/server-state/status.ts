import type { Lag, Readiness } from '@muster/contract/health'
import type { EventId } from '@muster/contract/ids'
import { ScheduledTaskName, scheduledTasks } from '@muster/contract/jobs'
import { type Outage, type StatusPart, type StatusPartName, statusParts } from '@muster/contract/status'
import type { Trouble } from '../outages/store.ts'

/** The public name of delayed work; null: players notice nothing. */
export function partOf({ part }: Pick<Lag, 'part'>, role: keyof Readiness['roles']): StatusPartName | null {
  if (role !== 'jobs') return 'scores'
  const task = ScheduledTaskName.safeParse(part).data
  return task ? scheduledTasks[task].status_part : 'game_data'
}

const rolesOf = ({ roles }: Readiness) => Object.entries(roles) as [keyof Readiness['roles'], Readiness['roles']['http']][]

const listLags = (readiness: Readiness) =>
  rolesOf(readiness).flatMap(([role, { behind }]) =>
    behind.flatMap((lag) => {
      const status_part = partOf(lag, role)
      return status_part === null ? [] : [{ ...lag, status_part }]
    }),
  )

const earliest = (times: readonly (string | null)[]) =>
  times.filter((time): time is string => time !== null).toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null

/**
 * Delayed work for the history of outages: one line for each part and event. Feeds are left out: they belong to the answering
 * process, and another process would disagree.
 */
export function listTroubles(readiness: Readiness): Trouble[] {
  const groups = new Map<string, { part: StatusPartName; event_id: EventId | null; lags: Lag[] }>()
  for (const { status_part: part, ...lag } of listLags(readiness)) {
    if (lag.part === 'feeds') continue
    const key = `${part} ${lag.event_id}`
    const group = groups.get(key) ?? { part, event_id: lag.event_id, lags: [] }
    groups.set(key, group)
    group.lags.push(lag)
  }
  return [...groups.values()].map(({ part, event_id, lags }) => {
    const since = earliest(lags.map((lag) => lag.since))
    return { part, event_id, affected: [...new Set(lags.map((lag) => lag.part))], since: since === null ? null : new Date(since) }
  })
}

/** The parts of this server that have work. */
export interface PartsInUse {
  readonly streams: boolean
  readonly builds: boolean
  /** An event needs data of the game now; null on a server without a client of the game's API. */
  readonly game_data: boolean | null
}

/** The state of each part, in the order of the page. */
export function judgeParts(
  readiness: Readiness,
  outages: readonly Outage[],
  lastEnds: ReadonlyMap<string, Date>,
  inUse: PartsInUse,
): StatusPart[] {
  const lags = listLags(readiness)
  return statusParts.map((part): StatusPart => {
    const behind = lags.filter(({ status_part }) => status_part === part).map(({ status_part: _, ...lag }) => lag)
    const open = outages.filter((outage) => outage.part === part && outage.ended_at === null)
    if (behind.length + open.length > 0)
      return {
        part,
        state: 'trouble',
        since: earliest([...open.map(({ began_at }) => began_at), ...behind.map((lag) => lag.since)]),
        behind,
      }
    const isOff = part === 'game_data' ? inUse[part] === null : (part === 'streams' || part === 'builds') && !inUse[part]
    if (isOff) return { part, state: 'off', since: null, behind }
    const ends = [lastEnds.get(part), lastEnds.get('server')].map((end) => end?.getTime() ?? 0)
    const last = Math.max(...ends)
    const since = last === 0 ? null : new Date(last).toISOString()
    return { part, state: part === 'game_data' && !inUse.game_data ? 'idle' : 'fine', since, behind }
  })
}
