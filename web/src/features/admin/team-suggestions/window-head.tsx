import './team-suggestions.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-plan.ts'
import type { TimeWindow } from '@muster/contract/suggestions'
import { useState } from 'react'
import { useServerNow } from '../../../api/live/clock.ts'
import { useEvent } from '../../../api/scores/event.ts'
import { describeWindow, findWindowState } from '../../../api/teams/plan-words.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button, IconButton } from '../../../ui/forms/button.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { Confirm } from '../../../ui/overlays/dialog.tsx'
import { removeWindow, stepWindow } from './arrangement.ts'
import type { PlanEdits } from './use-plan-edits.ts'

interface WindowHeadProps {
  /** null for any time */
  window: TimeWindow | null
  /** Number of entries in it. */
  count: number
  edits: PlanEdits
  onEdit: () => void
}

/** The heading of a time window, with its actions. */
export function WindowHead({ window, count, edits, onEdit }: WindowHeadProps) {
  const now = useServerNow(30_000)
  const start_ms = Date.parse(useEvent()?.event_start_time ?? '')
  const [isAsking, setAsking] = useState(false)
  if (window === null)
    return (
      <div className="lead-window-head">
        <h3>{t('leadPlan.anyTime')}</h3>
      </div>
    )
  const { windows } = edits.plan
  const index = windows.indexOf(window)
  const times = describeWindow(window, start_ms, now)
  const name = window.name
  return (
    <div className="lead-window-head" data-row={`window-${name}`}>
      <h3>
        <bdi>{name}</bdi>
      </h3>
      {times !== '' && (
        <span className={findWindowState(window, now) === 'now' ? 'small num ember' : 'small num quieter'}>
          <Icon name="clock" size={12} /> {times}
        </span>
      )}
      <div className="lead-window-acts">
        {([-1, 1] as const).map((by) => (
          <IconButton
            key={by}
            label={t(by === -1 ? 'leadPlan.upOf' : 'leadPlan.downOf', { name })}
            icon={by === -1 ? 'up' : 'down'}
            data-part={by === -1 ? 'up' : 'down'}
            disabled={windows[index + by] === undefined}
            onClick={() => edits.arrange(stepWindow(window, by))}
          />
        ))}
        <Button size="small" kind="quiet" aria-label={t('leadPlan.windowChangeOf', { name })} onClick={onEdit}>
          {t('leadPlan.change')}
        </Button>
        <IconButton
          label={t('leadPlan.removeOf', { name })}
          icon="close"
          onClick={() => (count === 0 ? edits.arrange(removeWindow(window)) : setAsking(true))}
        />
      </div>
      <Confirm
        title={t('leadPlan.windowRemoveTitle', { name })}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        keepLabel={t('confirm.keep')}
        actLabel={t('leadPlan.windowRemove')}
        isBusy={false}
        onAct={() => {
          edits.arrange(removeWindow(window))
          setAsking(false)
        }}
      >
        <p>{t('leadPlan.windowRemoveText', { count })}</p>
      </Confirm>
    </div>
  )
}
