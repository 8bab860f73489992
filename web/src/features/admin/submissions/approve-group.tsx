import '../../../messages/admin-submissions.ts'
import type { Submission } from '@muster/contract/submissions'
import { useState } from 'react'
import { Failure } from '../../../api/calls/failure.ts'
import { useWrite } from '../../../api/calls/writes.ts'
import { t } from '../../../lib/text/messages.ts'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { ConfirmChange } from '../kit/confirm-change.tsx'
import type { Batch } from './desk-groups.ts'
import { useDeciding } from './use-desk.ts'

interface ApproveGroupProps {
  batch: Batch
  player: string
  nameObjective: (submission: Submission) => string
  onClose: () => void
  onDone: () => void
}

/** Refusals that concern one submission: another judge or the player was faster. */
const passed: ReadonlySet<string> = new Set(['already_claimed', 'changed_meanwhile', 'own_team', 'submission_not_found'])

/** Asks before all plain submissions of a group are approved, and sends one decision after the other. */
export function ApproveGroup({ batch, player, nameObjective, onClose, onDone }: ApproveGroupProps) {
  const [left, setLeft] = useState(batch.plain)
  const [skipped, setSkipped] = useState(0)
  const deciding = useDeciding(nameObjective)
  const total = batch.plain.length
  const approve = async (waiting: readonly Submission[]) => {
    let refused = skipped
    for (const [place, submission] of waiting.entries()) {
      try {
        await deciding.send({ submission, approval_status: 'APPROVED', review_comment: '' })
      } catch (failure) {
        if (!(failure instanceof Failure && passed.has(failure.code))) throw failure
        refused += 1
        setSkipped(refused)
      }
      setLeft(waiting.slice(place + 1))
    }
    return refused
  }
  const write = useWrite(approve, {
    onDone: (refused) => {
      const text = refused > 0 ? t('judge.batch.skipped', { count: refused }) : undefined
      showToast(t('judge.batch.done', { count: total - refused, player }), { text })
      onDone()
    },
  })
  const objectives = new Set(batch.plain.map(({ objective_id }) => objective_id)).size
  const progress = write.is_busy ? t('judge.batch.progress', { done: total - left.length, of: total }) : undefined
  const out = (['own_team', 'claimed', 'doubled', 'suspect', 'again'] as const).filter((reason) => batch[reason] > 0)
  return (
    <ConfirmChange
      title={t('judge.batch.title', { count: total, player })}
      actLabel={t('judge.batch.act', { count: left.length })}
      waiting={total === 0 ? t('judge.batch.none') : progress}
      write={write}
      isHarmless
      onAct={() => write.run(left)}
      onClose={onClose}
    >
      {total > 0 && <p>{t('judge.batch.means', { count: objectives })}</p>}
      {out.length > 0 && (
        <ul className="judge-left-out">
          {out.map((reason) => (
            <li key={reason}>{t(`judge.batch.${reason}`, { count: batch[reason] })}</li>
          ))}
        </ul>
      )}
    </ConfirmChange>
  )
}
