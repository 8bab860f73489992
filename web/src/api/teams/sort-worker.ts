import type { SortInput } from '@muster/contract/team-sort-input'
import { type Proposal, sortTeams } from '@muster/domain/teams/sort'

/** What the page sends, and what comes back: how much is done, then a proposal for each seed. */
export interface SortOrder {
  readonly input: SortInput
  readonly seeds: readonly number[]
}
export type SortMessage = { readonly share: number } | { readonly proposals: readonly Proposal[] }

const say = (message: SortMessage) => self.postMessage(message)

self.addEventListener('message', ({ data }: MessageEvent<SortOrder>) => {
  const { input, seeds } = data
  const proposals = seeds.map((seed, done) => sortTeams(input, seed, (share) => say({ share: (done + share) / seeds.length })))
  say({ proposals })
})
