import type { SortInput } from '@muster/contract/team-sort-input'
import { type Proposal, sortTeams } from '@muster/domain/teams/sort'

/** The page's message: the input of the proposals. The answers are the progress, then the proposals in the same order. */
export type SortOrder = readonly { readonly input: SortInput; readonly seed: number }[]
export type SortMessage = { readonly share: number } | { readonly proposals: readonly Proposal[] }

const say = (message: SortMessage) => self.postMessage(message)

self.addEventListener('message', ({ data }: MessageEvent<SortOrder>) => {
  const proposals = data.map(({ input, seed }, done) =>
    sortTeams(input, seed, (share) => say({ share: (done + share) / data.length })),
  )
  say({ proposals })
})
