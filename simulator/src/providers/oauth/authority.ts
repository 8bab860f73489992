/** One provider's side of OAuth: its accounts, its clients, and its grants. */
import type { OAuthClient } from '../../options.ts'
import type { Grants } from './grants.ts'

export const siteNames = ['game', 'discord', 'twitch'] as const
export type SiteName = (typeof siteNames)[number]

/** A person with an account at a provider. */
export interface Person {
  /** The provider's own id, which its answers carry. */
  id: string
  name: string
  /** Further text that identifies the person in a list. */
  note: string
}

export interface PageLinks {
  stylesheet: string
  authorize: string
  sign_in: string
}

export interface Authority {
  site: SiteName
  /** Name in titles such as "Sign in to …". */
  title: string
  clients: readonly OAuthClient[]
  grants: Grants
  people: readonly Person[]
  /** Finds a person by the provider's id or name, or by the name of the game account. */
  findPerson: (wanted: string) => Person | null
  /** Description of each scope. */
  scope_words: Readonly<Record<string, string>>
  is_scope_required: boolean
  /** Path of the session cookie; also the beginning of every address. */
  prefix: string
  links: PageLinks
  /** Whether a refresh token keeps the end of the first one, or gets a new one each time. */
  keeps_first_expiry: boolean
  /** Whether a refresh token can be used only once. */
  rotates: () => boolean
}

export const findClient = (authority: Authority, id: string | undefined): OAuthClient | null =>
  authority.clients.find((client) => client.id === id) ?? null
