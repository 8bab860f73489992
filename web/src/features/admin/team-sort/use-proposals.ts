import type { SortWishes, TeamSort } from '@muster/contract/team-sort'
import type { SortInput } from '@muster/contract/team-sort-input'
import { type Emphasis, listEmphases } from '@muster/domain/teams/emphases'
import { measureSort } from '@muster/domain/teams/measure'
import type { Proposal } from '@muster/domain/teams/sort'
import { useEffect, useRef, useState } from 'react'
import { proposeInWorker } from '../../../api/teams/propose.ts'

/** A proposal for the page. */
export interface Offer extends Proposal {
  readonly emphasis: Emphasis
  /** Input of the sort; the aims follow from the emphasis. */
  readonly wishes: SortWishes
}

export interface Offers {
  /** The stated aims. */
  readonly wishes: SortWishes
  readonly seed: number
  readonly list: readonly Offer[]
}

/** Fewest broken rules first, then the shortest distance from even teams. */
const compareOffers = (a: Offer, b: Offer): number => a.broken.length - b.broken.length || a.figures.distance - b.figures.distance

/** Three proposals from one seed, the best first, computed in a worker; dropped when the people change. */
export function useProposals({ fingerprint }: Pick<TeamSort, 'fingerprint'>) {
  const [found, setFound] = useState<(Offers & { readonly fingerprint: string }) | null>(null)
  /** Computed fraction; null if nothing is being computed. */
  const [share, setShare] = useState<number | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const cancel = useRef<() => void>(() => {})
  useEffect(() => () => cancel.current(), [])

  async function run(input: SortInput, wishes: SortWishes, seed: number): Promise<readonly Offer[] | null> {
    cancel.current()
    setShare(0)
    setHasFailed(false)
    const emphases = listEmphases(input)
    const work = proposeInWorker(
      emphases.map(({ aims }) => ({ input: { ...input, aims }, seed })),
      setShare,
    )
    cancel.current = work.cancel
    try {
      const proposals = await work.proposals
      // Compared by the stated aims, not by each proposal's own.
      const list = emphases.flatMap(({ emphasis, aims }, place): Offer[] => {
        const made = proposals[place]
        if (!made) return []
        return [{ ...made, figures: measureSort(input, made.placements), emphasis, wishes: { ...wishes, aims } }]
      })
      const ordered = list.toSorted(compareOffers)
      setFound({ wishes, seed, list: ordered, fingerprint })
      return ordered
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
  return { found: found?.fingerprint === fingerprint ? found : null, share, hasFailed, run, stop }
}
