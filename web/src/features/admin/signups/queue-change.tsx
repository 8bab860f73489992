import '../../../messages/admin-signups.ts'
import type { QueuePlace } from '@muster/contract/signups'
import { callWrite } from '../../../api/calls/writes.ts'
import type { TeamView } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { ConfirmWrite } from '../kit/confirm-write.tsx'
import { findNext, findPushedOut, type QueueEntry } from './signup-queue.ts'

export type ChangeKind = 'accept' | 'waitlist' | 'arrival' | 'remove'

const places = { accept: 'front', waitlist: 'back', arrival: null } as const satisfies Record<string, QueuePlace | null>

interface QueueChangeProps {
  kind: ChangeKind
  entry: QueueEntry
  queue: readonly QueueEntry[]
  max_size: number
  teams: readonly TeamView[]
  input: { readonly event_id: number | 'current' }
  onClose: () => void
}

/** Asks before a player is moved within the queue or removed from it, and lists other affected players. */
export function QueueChange({ kind, entry, queue, max_size, teams, input, onClose }: QueueChangeProps) {
  const { id: user_id, display_name: name } = entry.user
  const place = (queue_place: QueuePlace | null) => callWrite('placeSignup', { ...input, user_id, body: { queue_place } })
  const restore = () => {
    const restored = kind === 'remove' ? callWrite('restoreSignup', { ...input, user_id }) : place(entry.queue_place)
    restored
      .then(() => showToast(t('queue.restored', { name })))
      .catch((failure: Error) => showToast(t('queue.restoreFailed', { name, reason: failure.message }), { kind: 'bad' }))
  }
  const pushed = kind === 'accept' && entry.application_status === 'waitlisted' ? findPushedOut(queue, max_size) : null
  const next = kind === 'waitlist' && entry.application_status === 'applied' ? findNext(queue) : null
  const team = teams.find((one) => one.id === entry.team_id)
  return (
    <ConfirmWrite<unknown>
      title={t(`queue.${kind}Title`, { name })}
      actLabel={t(`queue.${kind}Act`, { name })}
      send={() => (kind === 'remove' ? callWrite('deleteSignup', { ...input, user_id }) : place(places[kind]))}
      done={() =>
        showToast(t(kind === 'remove' ? 'queue.removed' : 'queue.moved', { name }), {
          action: { label: t('queue.restore'), run: restore },
        })
      }
      isHarmless={kind !== 'remove'}
      onClose={onClose}
    >
      <p>{t(`queue.${kind}Text`, { name, place: entry.place })}</p>
      {pushed && <p>{t('queue.acceptPushes', { other: pushed.user.display_name })}</p>}
      {next && <p>{t('queue.waitlistPulls', { other: next.user.display_name })}</p>}
      {kind === 'remove' && team && <p>{t('queue.removeTeam', { name, team: team.name })}</p>}
      {kind === 'remove' && team && entry.team_lead && <p>{t('queue.removeLead', { name })}</p>}
      <p className="quieter">{t('confirm.undo')}</p>
    </ConfirmWrite>
  )
}
