import type { Outage } from '@muster/contract/status'
import { useSuspenseQuery } from '@tanstack/react-query'
import { call } from '../../api/calls/client.ts'
import { queryClient, read } from '../../api/calls/queries.ts'

const refreshEvery_ms = 30_000

export const useStatus = () => useSuspenseQuery({ ...read('getStatus', {}), refetchInterval: refreshEvery_ms }).data

const renew = () => void queryClient.invalidateQueries({ queryKey: ['getStatus'] })

export async function noteOutage({ id, version }: Outage, note: string): Promise<void> {
  await call('noteOutage', { outage_id: id, body: { note, base_version: version } })
  renew()
}

export async function showStatusTo(is_public: boolean): Promise<void> {
  await call('saveStatusSettings', { body: { is_public } })
  renew()
}
