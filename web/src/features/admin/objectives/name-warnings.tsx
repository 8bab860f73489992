import type { Condition } from '@muster/contract/conditions'
import type { ConditionWarning } from '@muster/domain/conditions/name-warnings'
import { Button } from '../../../ui/forms/button.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'

interface WarningsProps {
  /** For the field that they are about. */
  id: string
  warnings: readonly ConditionWarning[]
  onFix: (change: Pick<Condition, 'field' | 'value'>) => void
}

/** Names that no known item has, each with a button for its correction. They do not prevent saving. */
export function NameWarnings({ id, warnings, onFix }: WarningsProps) {
  return (
    <div className="obj-cnd-warnings" role="status" id={id}>
      {warnings.map(({ sentence, fix }) => (
        <p key={sentence}>
          <Icon name="warning" size={14} />
          <bdi>{sentence}</bdi>
          {fix && (
            <Button size="small" onClick={() => onFix(fix.change)}>
              {fix.label}
            </Button>
          )}
        </p>
      ))}
    </div>
  )
}
