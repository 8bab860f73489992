import '../../../messages/admin-plan.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { DataGuard } from '../../../api/calls/data-block.tsx'
import { eventInput, read } from '../../../api/calls/queries.ts'
import { type Participant, useEventKey, useMembers } from '../../../api/scores/event.ts'
import { planEvery_ms } from '../../../api/teams/plan.ts'
import { t } from '../../../lib/text/messages.ts'
import { SkeletonRows } from '../../../ui/layout/states.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

interface ReadersProps {
  objective_id: number
  /** The name of the objective or message. */
  name: string
  team_id: number
}

/** The members who have seen the current version of an entry, and the others. */
export function ReadersDialog({ onClose, ...readers }: ReadersProps & { onClose: () => void }) {
  const title = t('leadPlan.readers', { name: readers.name })
  return (
    <Dialog title={title} onClose={onClose}>
      <DataGuard title={title}>
        <Suspense fallback={<SkeletonRows rows={6} height={28} label={t('loading')} />}>
          <Readers {...readers} />
        </Suspense>
      </DataGuard>
    </Dialog>
  )
}

function Readers({ objective_id, team_id }: ReadersProps) {
  const { data } = useSuspenseQuery({
    ...read('getPlanReaders', eventInput(useEventKey())),
    staleTime: 0,
    refetchInterval: planEvery_ms,
  })
  const readers = new Set<number>(data.find((one) => one.objective_id === objective_id)?.user_ids)
  const members = useMembers(team_id).toSorted((a, b) => a.display_name.localeCompare(b.display_name))
  const seen = members.filter(({ id }) => readers.has(id))
  const unseen = members.filter(({ id }) => !readers.has(id))
  return (
    <div className="lead-plan-readers">
      <People title={t('leadPlan.unseenBy', { count: unseen.length })} people={unseen} />
      <People title={t('leadPlan.seenBy', { count: seen.length })} people={seen} />
    </div>
  )
}

function People({ title, people }: { title: string; people: readonly Participant[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {people.map(({ id, display_name }) => (
          <li key={id}>
            <bdi>{display_name}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}
