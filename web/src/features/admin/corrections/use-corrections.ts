import '../../../messages/admin-corrections.ts'
import type { Correction, CorrectionTrialInput } from '@muster/contract/corrections'
import type { Receipt } from '@muster/contract/receipts'
import type { Submission } from '@muster/contract/submissions'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/calls/client.ts'
import { callWrite } from '../../../api/calls/writes.ts'
import { type EventKey, eventInput, read } from '../../../api/calls/queries.ts'
import { useEventKey, useParticipants, useScoreTree, useSelf, useStatus } from '../../../api/scores/event.ts'
import { judgesOwnTeam } from '@muster/domain/submissions/judging'
import { t } from '../../../lib/text/messages.ts'

const pageLength = 50

/** Corrections, newest first, page by page; refetched, because other judges add some. */
export function useCorrections() {
  const event = useEventKey()
  return useInfiniteQuery({
    queryKey: ['getCorrections', eventInput(event), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(
        'getCorrections',
        { ...eventInput(event), query: { limit: pageLength, ...(pageParam && { before: pageParam }) } },
        signal,
      ),
    initialPageParam: null as Correction['id'] | null,
    getNextPageParam: (page) => (page.length < pageLength ? undefined : (page.at(-1)?.id ?? undefined)),
    refetchInterval: 30_000,
  })
}

/** Sends the previewed correction. */
export function makeCorrection(event: EventKey, trial: CorrectionTrialInput): Promise<Correction> {
  if (trial.kind === 'add') return callWrite('createCorrection', { ...eventInput(event), body: trial.addition })
  if (trial.kind === 'points') return callWrite('createManualPoints', { ...eventInput(event), body: trial.points })
  if (trial.kind === 'exclude') return callWrite('createExclusion', { ...eventInput(event), body: trial.exclusion })
  throw new Error(`the form sends no ${trial.kind}`)
}

/** The receipt that linked here, to describe its fact. Undefined while loading, or without a receipt. */
export function useReceiptOf(objective_id: number | undefined, team_id: number | undefined) {
  const event = useEventKey()
  const input = {
    ...eventInput(event),
    objective_id: objective_id as Receipt['objective_id'],
    query: { team_id: team_id as Submission['team_id'] },
  }
  return useQuery({ ...read('getReceipt', input), enabled: objective_id !== undefined && team_id !== undefined, staleTime: 0 })
}

/** Names of the subjects of corrections, and whether the viewer may change them. */
export function useNaming() {
  const { tree } = useScoreTree()
  const people = useParticipants()
  const own_team_id = useStatus().team_id
  const own_user_id = useSelf().data?.id ?? null
  return {
    nameObjective: (id: number) => tree.by_id.get(id)?.item.name ?? t('corrections.unknownObjective', { id }),
    namePlayer: (id: number) => people.get(id)?.display_name ?? t('corrections.unknownPlayer', { id }),
    teamOfPlayer: (id: number) => people.get(id)?.team_id ?? null,
    isAuthor: ({ author }: Pick<Correction, 'author'>) => author !== null && author.id === own_user_id,
    isOwn: (about: { readonly team_id: number | null; readonly user_id: number | null }) =>
      own_user_id !== null && judgesOwnTeam({ user_id: own_user_id, team_id: own_team_id }, about),
  }
}
