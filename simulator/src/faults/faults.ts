/** Faults: named, matched against requests, limited in time and number, recorded when they strike. */
import { rng } from '../prng.ts'

export const requestEffects = [
  'api.500',
  'api.502',
  'api.503',
  'api.504',
  'api.429',
  'api.maintenance',
  'api.league_lost',
  'api.page',
  'api.limits_change',
  'api.case',
  'edge.botwall',
  'edge.1015',
  'net.latency',
  'net.truncate',
  'net.reset',
  'net.hang',
  'shape.garbage',
  'shape.error_as_ok',
  'shape.empty_id',
  'shape.empty_list',
  'shape.nulls',
  'shape.unknown',
  'shape.missing',
  'shape.flags_array',
  'shape.numbers_as_text',
  'shape.mods_mixed',
  'shape.unstorable',
  'shape.raw_nul',
  'stash.empty_glitch',
  'char.stripped',
  'river.empty',
  'river.repeat',
  'river.lost',
  'river.bad_next',
  'river.gap',
  'river.flood',
  'river.delay',
  'ladder.partial',
  'ladder.hidden',
  'ladder.shift',
  'ladder.stale',
  'stash.dupe_id',
  'time.skew',
  'build.refused',
] as const
export const faultProviders = ['api', 'web', 'discord', 'twitch', 'calculator'] as const
/** `api` and `web` are the game's two hosts; `calculator` is not a provider but a program of the operator's. */
export type FaultProvider = (typeof faultProviders)[number]
/** These act once, when they are set. */
export const immediateEffects = ['auth.expire_now', 'auth.revoke_user', 'auth.app_token_lost', 'api.foreign_use'] as const
export type RequestEffect = (typeof requestEffects)[number]
export type ImmediateEffect = (typeof immediateEffects)[number]

export interface FaultMatch {
  provider?: FaultProvider
  /** Route as in the endpoint table, for example `/character/{name}`; a prefix matches too. */
  route?: string
  account?: string
  client?: string
  /** Share of the matching requests that is hit, 0 to 1. */
  share?: number
  /** Only every n-th matching request. */
  nth?: number
}

/** Runs an immediate effect; the answer names its targets. */
export type StrikeNow = (effect: ImmediateEffect, match: FaultMatch, parameters: Readonly<Record<string, unknown>>) => object

export interface FaultWhen {
  from_ms?: number
  until_ms?: number
  /** Upper bound for strikes. */
  count?: number
}

export interface Fault {
  id: string
  effect: RequestEffect
  match: FaultMatch
  when: FaultWhen
  parameters: Readonly<Record<string, unknown>>
  seen: number
  struck: number
}

export interface FaultTarget {
  provider: FaultProvider
  route: string
  /** The exact address, with the query. */
  address: string
  account: string | null
  client: string | null
}

export interface Faults {
  add: (fault: Omit<Fault, 'id' | 'seen' | 'struck'> & { id?: string }) => Fault
  remove: (id: string) => boolean
  clear: () => void
  list: () => Fault[]
  /** The faults that strike this request, limited to these effects if given; counts them. */
  strike: (target: FaultTarget, now: number, isMeant?: (effect: RequestEffect) => boolean) => Fault[]
}

/** `onStrike` is called for every fault that hits a request. */
export const createFaults = (seed: number, onStrike: (fault: Fault, target: FaultTarget) => void): Faults => {
  const active = new Map<string, Fault>()
  let added = 0

  const isAimedAt = ({ match, when }: Fault, target: FaultTarget, now: number): boolean =>
    (match.provider === undefined || match.provider === target.provider) &&
    (match.route === undefined || target.route.startsWith(match.route)) &&
    (match.account === undefined || match.account === target.account) &&
    (match.client === undefined || match.client === target.client) &&
    now >= (when.from_ms ?? Number.NEGATIVE_INFINITY) &&
    now < (when.until_ms ?? Number.POSITIVE_INFINITY)

  /** Repetitions of a request at this moment, by fault and request. */
  let repeats = new Map<string, number>()
  let repeats_of = Number.NEGATIVE_INFINITY

  /** Requests of one moment arrive in any order: the fault chooses by content and caller, not by order of arrival. */
  const drawFor = (fault: Fault, { provider, address, account, client }: FaultTarget, now: number): number => {
    if (now !== repeats_of) repeats = new Map()
    repeats_of = now
    const question = `fault/${fault.id}/${provider}${address} ${account} ${client} ${now}`
    const repeat = repeats.get(question) ?? 0
    repeats.set(question, repeat + 1)
    return rng(seed, question, repeat) / 4294967296
  }

  const isHit = (fault: Fault, target: FaultTarget, now: number): boolean => {
    fault.seen++
    if (fault.struck >= (fault.when.count ?? Number.POSITIVE_INFINITY)) return false
    if (fault.match.nth !== undefined && fault.seen % fault.match.nth !== 0) return false
    if (fault.match.share !== undefined && drawFor(fault, target, now) >= fault.match.share) return false
    fault.struck++
    return true
  }

  return {
    add: (fields) => {
      const fault: Fault = { ...fields, id: fields.id ?? `fault-${++added}`, seen: 0, struck: 0 }
      active.set(fault.id, fault)
      return fault
    },
    remove: (id) => active.delete(id),
    clear: () => active.clear(),
    list: () => [...active.values()],
    strike: (target, now, isMeant = () => true) => {
      const struck = [...active.values()].filter(
        (fault) => isMeant(fault.effect) && isAimedAt(fault, target, now) && isHit(fault, target, now),
      )
      for (const fault of struck) onStrike(fault, target)
      return struck
    },
  }
}
