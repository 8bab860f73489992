import '../../../messages/admin-objective-changes.ts'
import '../../../messages/admin-objectives.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { Button } from '../../../ui/forms/button.tsx'
import type { usePicks } from './use-picks.ts'

interface PickBarProps {
  picks: ReturnType<typeof usePicks>
  isLocked: boolean
  /** An edit of the tree is being saved. */
  isBusy: boolean
  /** Called when the buttons disappear: the focus needs another place. */
  onCleared: () => void
  onChange: () => void
}

/** Below the tree: the number of ticked objectives, which is also announced, and their actions; without ticks, the keys. */
export function PickBar({ picks, isLocked, isBusy, onCleared, onChange }: PickBarProps) {
  const { count, hidden, shown } = picks
  return (
    <>
      <div className={count > 0 ? 'obj-tickbar' : undefined}>
        <p role="status">
          {count > 0 && <strong>{t('objectives.picked', { count, number: formatCount(count) })}</strong>}
          {hidden > 0 && ` ${t('objectives.pickedHidden', { count: hidden, number: formatCount(hidden) })}`}
        </p>
        {count > 0 && (
          <div className="obj-tickbar-acts">
            <Button size="small" disabled={isLocked} onClick={onChange}>
              {t('objectives.changeMany')}
            </Button>
            {count - hidden < shown && (
              <Button size="small" onClick={picks.all}>
                {t('objectives.pickAll', { number: formatCount(shown) })}
              </Button>
            )}
            <Button
              size="small"
              kind="quiet"
              onClick={() => {
                picks.clear()
                onCleared()
              }}
            >
              {t('objectives.pickNone')}
            </Button>
          </div>
        )}
      </div>
      {(isBusy || count === 0) && (
        <p className="obj-tree-foot" role={isBusy ? 'status' : undefined}>
          {t(isBusy ? 'objectives.changing' : 'objectives.treeKeys')}
        </p>
      )}
    </>
  )
}
