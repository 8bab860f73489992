import '../../../messages/admin-team-sort.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { callWrite } from '../../../api/calls/writes.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatFull } from '../../../lib/time/time.ts'
import { Button, nameButton } from '../../../ui/forms/button.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { ConfirmWrite } from '../kit/confirm-write.tsx'
import type { Sort } from './use-sort.ts'

/** The latest submission: its proof, and an undo button. */
export function LastSort({ sort }: { sort: Sort }) {
  const { last } = sort.basis
  const [isAsking, setAsking] = useState(false)
  if (!last) return null
  const { author, created_at, changed } = last
  return (
    <div className="sort-last">
      <p>
        {t('sort.last', {
          author: author ?? t('sort.lastNobody'),
          time: formatFull(Date.parse(created_at)),
          count: changed,
        })}
      </p>
      <Link to={paths.sortProof} search={true} className={nameButton({ size: 'small' })}>
        {t('sort.proof')}
      </Link>
      <Button size="small" onClick={() => setAsking(true)}>
        {t('sort.undoLast')}
      </Button>
      {isAsking && (
        <ConfirmWrite
          title={t('sort.undoTitle')}
          actLabel={t('sort.undoAct', { count: changed })}
          send={() => callWrite('undoTeamSort', { ...sort.input, sort_id: last.id })}
          done={() => {
            showToast(t('sort.undone'))
            void sort.renew({ settles: true })
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('sort.undoText', { count: changed })}</p>
        </ConfirmWrite>
      )}
    </div>
  )
}
