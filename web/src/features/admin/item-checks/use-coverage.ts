import type { Event } from '@muster/contract/events'
import type { ItemCoverage, ItemScan } from '@muster/contract/item-checks'
import { useSuspenseQuery } from '@tanstack/react-query'
import { eventInput, read } from '../../../api/calls/queries.ts'

const runningEvery_ms = 2000
const restingEvery_ms = 60_000

export const isOpen = ({ state }: Pick<ItemScan, 'state'>) => state === 'waiting' || state === 'running'

/** The item objectives with their matches; refetched often while a scan runs. */
export const useCoverage = (event: Event): ItemCoverage =>
  useSuspenseQuery({
    ...read('getItemCoverage', eventInput(event.id)),
    refetchInterval: ({ state: { data } }) => (data?.scans.some(isOpen) ? runningEvery_ms : restingEvery_ms),
  }).data
