import './findings.css'
import '../../messages/item-words.ts'
import type { FieldType, ItemField } from '@muster/contract/conditions'
import { groupAlternatives } from '@muster/domain/conditions/alternatives'
import type { ConditionFinding } from '@muster/domain/conditions/explain'
import { sayAmount, sayCondition } from '@muster/domain/conditions/phrases'
import { t } from '../../lib/text/messages.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import { saySeen } from './say-seen.ts'

type Shown = Omit<ConditionFinding, 'condition'>
type TypeOf = (field: ItemField) => FieldType

interface FindingsProps {
  trial: {
    readonly conditions: readonly Shown[]
    readonly obstacles: readonly unknown[]
    /** Requirements that the item misses. */
    readonly failing: number
  }
  typeOf: TypeOf
}

/** Each condition of an objective, with the value of the item and whether it holds; groups with the number that must hold. */
export function ConditionFindings({ trial, typeOf }: FindingsProps) {
  return (
    <ul className="obj-findings">
      {groupAlternatives(trial.conditions).map(({ members, at_least }, position) => {
        const [first] = members as [Shown]
        const isOnly = trial.failing === 1 && !first.holds && trial.obstacles.length === 0
        if (members.length === 1 && at_least === 1)
          return <Finding key={position} finding={first} isMissed={!first.holds} isOnly={isOnly} typeOf={typeOf} />
        const holding = members.filter(({ holds }) => holds).length
        const isMissed = holding < at_least
        return (
          <li key={position} className="obj-finding-group">
            <p className={isMissed ? 'obj-finding obj-finding-fails' : 'obj-finding'}>
              <Icon name={isMissed ? 'close' : 'check'} size={14} />
              <span>{t('objectives.groupHolds', { holding, of: members.length, needed: at_least })}</span>
            </p>
            <ul>
              {members.map((finding, at) => (
                <Finding key={at} finding={finding} isMissed={isMissed && !finding.holds} isOnly={false} typeOf={typeOf} />
              ))}
            </ul>
          </li>
        )
      })}
    </ul>
  )
}

interface FindingProps {
  finding: Shown
  /** It fails, and no other condition of its group makes up for it. */
  isMissed: boolean
  isOnly: boolean
  typeOf: TypeOf
}

function Finding({ finding, isMissed, isOnly, typeOf }: FindingProps) {
  const { holds, seen, refused } = finding
  const field = finding.field as ItemField
  const said = sayCondition({ ...finding, field, operator: finding.operator as never }, typeOf(field))
  return (
    <li className={isMissed ? 'obj-finding obj-finding-fails' : 'obj-finding'}>
      <Icon name={holds ? 'check' : 'close'} size={14} />
      <div>
        <p>
          <span className="vh">{t(holds ? 'objectives.holds' : 'objectives.fails')}: </span>
          <bdi>
            {said.charAt(0).toUpperCase()}
            {said.slice(1)}
          </bdi>
          {sayAmount(finding)}
        </p>
        <p className="quieter">
          <bdi>
            {refused === null ? t('objectives.itemSays', { seen: saySeen(seen) }) : t('objectives.refused', { reason: refused })}
          </bdi>
          {isOnly && ` ${t('objectives.without')}`}
        </p>
      </div>
    </li>
  )
}
