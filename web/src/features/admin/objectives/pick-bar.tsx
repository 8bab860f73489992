import '../../../messages/admin-objective-changes.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { Button } from '../../../ui/forms/button.tsx'

interface PickBarProps {
  /** Ticked objectives, and those of them that the search hides. */
  count: number
  hidden: number
  /** Objectives shown by the search, or all. */
  shown: number
  isLocked: boolean
  onAll: () => void
  onClear: () => void
  onChange: () => void
}

/** The number of ticked objectives, and what can be done with them. The number is also announced. */
export function PickBar({ count, hidden, shown, isLocked, onAll, onClear, onChange }: PickBarProps) {
  return (
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
            <Button size="small" onClick={onAll}>
              {t('objectives.pickAll', { count: shown, number: formatCount(shown) })}
            </Button>
          )}
          <Button size="small" kind="quiet" onClick={onClear}>
            {t('objectives.pickNone')}
          </Button>
        </div>
      )}
    </div>
  )
}
