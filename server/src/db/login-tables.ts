import type { Provider } from '@muster/contract/auth'
import type { UserId } from '@muster/contract/ids'
import type { Generated } from 'kysely'

/** Who people are at the providers, and what is asked there on nobody's behalf; a part of `Database`, which is long enough. */
export interface LoginTables {
  accounts: {
    user_id: UserId
    provider: Provider
    account_id: string
    name: string
    access_token: Buffer | null
    refresh_token: Buffer | null
    scopes: Generated<string[]>
    expires_at: Date | null
    broken_reason: string | null
    handle: string | null
    renew_at: Date | null
    renewal_started_at: Date | null
    renewal_lost_at: Date | null
    checked_at: Date | null
  }
  login_states: {
    state_hash: Buffer
    provider: Provider
    verifier: string
    browser_hash: Buffer | null
    user_id: UserId | null
    redirect_url: string
    last_url: string
    expires_at: Date
  }
  health_checks: {
    name: string
    number: number
  }
  chores: {
    name: string
    fence: Generated<number>
    lease_expires_at: Date | null
    last_started_at: Date | null
    last_success_at: Date | null
    last_error: string | null
    last_error_at: Date | null
  }
  twitch_streams: {
    twitch_id: string
    stream_id: string
    user_login: string
    user_name: string
    game_id: string
    game_name: string
    title: string
    viewer_count: number
    started_at: Date
    language: string
    thumbnail_url: string
    tags: Generated<string[]>
    is_mature: boolean
  }
}
