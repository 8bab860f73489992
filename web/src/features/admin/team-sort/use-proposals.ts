import type { SortWishes } from '@muster/contract/team-sort'
import type { SortInput } from '@muster/contract/team-sort-input'
import { type Proposal, proposalSeeds } from '@muster/domain/teams/sort'
import { useEffect, useRef, useState } from 'react'
import { proposeInWorker } from '../../../api/teams/propose.ts'

export interface Proposals {
  readonly wishes: SortWishes
  readonly list: readonly Proposal[]
}

/** Three proposals, computed beside the page. */
export function useProposals() {
  const [found, setFound] = useState<Proposals | null>(null)
  /** How much is done; null = nothing is being computed. */
  const [share, setShare] = useState<number | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const cancel = useRef<() => void>(() => {})
  useEffect(() => () => cancel.current(), [])

  async function run(input: SortInput, wishes: SortWishes, seed: number): Promise<readonly Proposal[] | null> {
    cancel.current()
    setShare(0)
    setHasFailed(false)
    const work = proposeInWorker(input, proposalSeeds(seed), setShare)
    cancel.current = work.cancel
    try {
      const list = await work.proposals
      setFound({ wishes, list })
      return list
    } catch {
      setHasFailed(true)
      return null
    } finally {
      setShare(null)
    }
  }
  const stop = () => {
    cancel.current()
    setShare(null)
  }
  return { found, share, hasFailed, run, stop, forget: () => setFound(null) }
}
