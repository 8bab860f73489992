import './findings.css'
import '../../messages/item-words.ts'
import type { FieldType, ItemField } from '@muster/contract/conditions'
import { sayCondition } from '@muster/domain/conditions/phrases'
import type { ConditionFinding } from '@muster/domain/conditions/explain'
import { t } from '../../lib/text/messages.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import { saySeen } from './say-seen.ts'

interface FindingsProps {
  trial: {
    readonly conditions: readonly Omit<ConditionFinding, 'condition'>[]
    readonly obstacles: readonly unknown[]
    /** Requirements that the item misses. */
    readonly failing: number
  }
  typeOf: (field: ItemField) => FieldType
}

/** Each condition of an objective, with the value of the item and whether it holds. */
export function ConditionFindings({ trial, typeOf }: FindingsProps) {
  return (
    <ul className="obj-findings">
      {trial.conditions.map((condition, index) => {
        const { holds, seen, refused, any_of } = condition
        const field = condition.field as ItemField
        const said = sayCondition({ ...condition, field, operator: condition.operator as never }, typeOf(field))
        const isOnly = trial.failing === 1 && !holds && trial.obstacles.length === 0
        return (
          <li key={index} className={holds ? 'obj-finding' : 'obj-finding obj-finding-fails'}>
            <Icon name={holds ? 'check' : 'close'} size={14} />
            <div>
              <p>
                <span className="vh">{t(holds ? 'objectives.holds' : 'objectives.fails')}: </span>
                {any_of !== null && <span className="quieter">{t('objectives.alternative')} </span>}
                <bdi>{any_of === null ? `${said.charAt(0).toUpperCase()}${said.slice(1)}` : said}</bdi>
              </p>
              <p className="quieter">
                <bdi>
                  {refused === null
                    ? t('objectives.itemSays', { seen: saySeen(seen) })
                    : t('objectives.refused', { reason: refused })}
                </bdi>
                {isOnly && ` ${t('objectives.without')}`}
              </p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
