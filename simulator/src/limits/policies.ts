import { type Realm, realmRows } from '../realms.ts'

/** Rate-limit policies as the game advertises them; status of each fact in the table's comments. */
export interface LimitWindow {
  hits: number
  period_seconds: number
  restriction_seconds: number
}

export type RuleName = 'Account' | 'Ip' | 'Client'

export interface Policy {
  name: string
  rule: RuleName
  windows: readonly LimitWindow[]
  /** The provider confirmed hidden counting buckets for the stash and character policies only. */
  buckets: boolean
}

const parseWindows = (text: string): LimitWindow[] =>
  text.split(',').map((part) => {
    const [hits = 0, period_seconds = 0, restriction_seconds = 0] = part.split(':').map(Number)
    return { hits, period_seconds, restriction_seconds }
  })

const policy = (name: string, rule: RuleName, windows: string, buckets = false): Policy => ({
  name,
  rule,
  windows: parseWindows(windows),
  buckets,
})

export const policies = {
  character_list: policy('character-list-request-limit', 'Account', '2:10:60,5:300:300', true),
  character: policy('character-request-limit', 'Account', '5:10:60,30:300:300', true),
  account_leagues: policy('league-request-limit', 'Account', '5:10:60,10:60:300', true),
  token: policy('token-request-limit', 'Ip', '60:30:30'),
  public_stash: policy('public-stash-tabs-request-limit-pc', 'Ip', '2:1:60'),
  guild_history: policy('guild-stash-history-request-limit', 'Account', '60:60:10,120:300:300,300:3600:1800'),
  // from here on the real numbers are unknown: assumed
  guild_stash_list: policy('guild-stash-list-request-limit', 'Account', '10:15:60,30:60:300', true),
  guild_stash: policy('guild-stash-request-limit', 'Account', '15:10:60,30:300:300', true),
  league_account: policy('league-account-request-limit', 'Account', '5:10:60,30:300:300', true),
  league: policy('league-request-limit-service', 'Client', '10:5:10'),
  ladder: policy('ladder-view', 'Client', '10:5:10'),
} as const satisfies Record<string, Policy>
export type PolicyKey = keyof typeof policies

export const policyIn = (realm: Realm, policy: Policy): Policy => ({
  ...policy,
  name: policy.name + realmRows[realm].policy_suffix,
})

export const formatWindows = (windows: readonly LimitWindow[]): string =>
  windows.map(({ hits, period_seconds, restriction_seconds }) => `${hits}:${period_seconds}:${restriction_seconds}`).join(',')
