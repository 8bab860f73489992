import type { Outage } from '@muster/contract/status'
import { useSuspenseQuery } from '@tanstack/react-query'
import { callWrite } from '../../api/calls/writes.ts'
import { read } from '../../api/calls/queries.ts'

const refreshEvery_ms = 30_000

export const useStatus = () => useSuspenseQuery({ ...read('getStatus', {}), refetchInterval: refreshEvery_ms }).data

export const noteOutage = ({ id, version }: Outage, note: string) =>
  callWrite('noteOutage', { outage_id: id, body: { note, base_version: version } })

export const showStatusTo = (is_public: boolean) => callWrite('saveStatusSettings', { body: { is_public } })
