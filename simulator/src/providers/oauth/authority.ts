/** One provider's side of OAuth: who has an account there, which clients it knows, what it granted them. */
import type { OAuthClient } from '../../options.ts'
import type { Grants } from './grants.ts'

export const siteNames = ['game', 'discord', 'twitch'] as const
export type SiteName = (typeof siteNames)[number]

/** Somebody with an account at a provider. */
export interface Person {
  /** The provider's own id, which its answers carry. */
  id: string
  name: string
  /** What else helps to recognise them in a list. */
  note: string
}

export interface PageLinks {
  stylesheet: string
  authorize: string
  sign_in: string
}

export interface Authority {
  site: SiteName
  /** As in "Sign in to …". */
  title: string
  clients: readonly OAuthClient[]
  grants: Grants
  people: readonly Person[]
  /** By the provider's id or name, or by the name of the game account. */
  findPerson: (wanted: string) => Person | null
  /** What each scope lets an application do. */
  scope_words: Readonly<Record<string, string>>
  is_scope_required: boolean
  /** Where the session cookie counts; also the beginning of every address. */
  prefix: string
  links: PageLinks
  /** Whether a refresh token lives as long as the first one did, or anew each time. */
  keeps_first_expiry: boolean
  /** Whether a refresh token is dead once it was used. */
  rotates: () => boolean
}

export const findClient = (authority: Authority, id: string | undefined): OAuthClient | null =>
  authority.clients.find((client) => client.id === id) ?? null
