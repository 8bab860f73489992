import '../../../messages/admin-objectives.ts'
import './conditions.css'
import type { ConditionMappings } from '@muster/contract/condition-mappings'
import { type ItemField, largestAmount } from '@muster/contract/conditions'
import { type ConditionWarning, warnOfCondition } from '@muster/domain/conditions/name-warnings'
import { fieldLabels, labelOperator, readValueKind } from '@muster/domain/conditions/phrases'
import { findGuess } from '@muster/domain/evidence-table'
import { isLogField } from '@muster/domain/game-log/log-fields'
import type { ItemLibrary } from '@muster/domain/items/item-names'
import { useQuery } from '@tanstack/react-query'
import { memo, useId, useMemo } from 'react'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { IconButton } from '../../../ui/forms/button.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx'
import type { MoveTarget } from './condition-groups.ts'
import { NameWarnings } from './name-warnings.tsx'
import { ValueEditor } from './value-editor.tsx'
import { type ConditionValue, toNumber } from './values.ts'

const listChoices = (fields: readonly ItemField[]) =>
  fields.map((field) => ({ value: field, label: fieldLabels[field] })).toSorted((a, b) => (a.label < b.label ? -1 : 1))

/** The fields of a condition as choices. */
export const useFieldChoices = (fields: readonly ItemField[]) => useMemo(() => listChoices(fields), [fields])

const noWarnings: readonly ConditionWarning[] = []

/** Warnings about the value once typing has paused. */
function useWarnings({ field, operator, value }: ConditionValue, library: ItemLibrary | null): readonly ConditionWarning[] {
  const settled = useSettled(value)
  return useMemo(
    () => (library === null || settled !== value ? noWarnings : warnOfCondition({ field, operator, value }, library)),
    [library, settled, field, operator, value],
  )
}

/**
 * Why a condition cannot be saved, in the words of its field, once typing has paused. The code that compiles conditions is large,
 * so it loads with the first value; if that fails, saving says the same.
 */
function useRefusal({ field, operator, value }: ConditionValue): string | undefined {
  const settled = useSettled(value)
  const { data } = useQuery({
    queryKey: ['conditionRefusal', field, operator, settled],
    queryFn: async () => {
      const { acceptCondition } = await import('@muster/domain/conditions/accept')
      const accepted = acceptCondition({ field, operator, value: settled })
      return accepted.ok ? null : accepted.reason
    },
    enabled: settled !== '',
    staleTime: Infinity,
    retry: false,
  })
  return settled === value && data ? t('objectives.valueProblem', { field: fieldLabels[field], reason: data }) : undefined
}

function listMoves({ group, groups, isFirst }: RowProps): MoveTarget[] {
  const others = Array.from({ length: groups }, (_, at) => at + 1).filter((position) => position !== group)
  if (group !== null) return [...others, 'out']
  return ['with_new', ...(isFirst ? [] : (['with_above'] as const)), ...others]
}

const checkAmount = (text: string | undefined): string | undefined =>
  text === undefined || (toNumber(text) >= 1 && toNumber(text) <= largestAmount)
    ? undefined
    : t('objectives.amountProblem', { most: formatCount(largestAmount) })

/** Result of a condition for the tried item. */
export interface Verdict {
  readonly holds: boolean
  readonly refused: string | null
}

interface RowProps {
  event_id: number
  choices: ReturnType<typeof listChoices>
  mappings: ConditionMappings
  library: ItemLibrary | null
  condition: ConditionValue
  position: number
  isUnsaved: boolean
  verdict: Verdict | undefined
  problem: string | undefined
  /** Position of its group, from 1; null: it has none. */
  group: number | null
  /** The number of groups. */
  groups: number
  /** No other condition without a group is above it. */
  isFirst: boolean
  onMove: (key: string, target: MoveTarget) => void
  onChange: (key: string, part: Partial<ConditionValue>) => void
  onRemove: (key: string) => void
}

export const ConditionRow = memo(function ConditionRow(props: RowProps) {
  const { event_id, choices, mappings, library, condition, position, isUnsaved, verdict, onMove, onChange, onRemove } = props
  const { key, field, operator, counts_as } = condition
  const type = mappings.field_to_type[field] ?? 'string'
  const operators = mappings.valid_operators[type] ?? []
  const number = position + 1
  const guess = findGuess(condition)
  const warnings = useWarnings(condition, library)
  const refusal = useRefusal(condition)
  const problem = props.problem ?? refusal ?? checkAmount(counts_as)
  const id = useId()
  const problemId = useId()
  const amountId = useId()
  const changeField = (next: ConditionValue['field']) => {
    const nextType = mappings.field_to_type[next] ?? 'string'
    const valid = mappings.valid_operators[nextType] ?? []
    const kept = valid.includes(operator) ? operator : (valid[0] ?? 'EQ')
    const isSameKind = nextType === type && readValueKind(nextType, kept) === readValueKind(type, operator)
    onChange(key, { field: next, operator: kept, ...(!isSameKind && { value: nextType === 'bool' ? 'true' : '' }) })
  }
  return (
    <div className={isUnsaved ? 'obj-cnd obj-cnd-unsaved' : 'obj-cnd'} data-condition={key}>
      <Select name={t('objectives.fieldOf', { number })} value={field} choices={choices} onChange={changeField} />
      <Select
        name={t('objectives.operatorOf', { number })}
        value={operator}
        choices={operators.map((one) => ({ value: one, label: labelOperator(one, type) }))}
        onChange={(next) => onChange(key, { operator: next })}
      />
      <ValueEditor
        event_id={event_id}
        condition={condition}
        type={type}
        label={t('objectives.valueOf', { number })}
        isWrong={problem !== undefined}
        describedBy={problem !== undefined ? problemId : warnings.length > 0 ? id : undefined}
        onChange={(value) => onChange(key, { value })}
      />
      <span className="obj-cnd-end">
        {verdict && (
          <Badge kind={verdict.holds ? 'good' : 'bad'} icon={verdict.holds ? 'check' : 'close'}>
            {t(verdict.holds ? 'objectives.holds' : 'objectives.fails')}
          </Badge>
        )}
        <span className="obj-cnd-acts">
          <Menu
            label={t('objectives.moreOf', { number })}
            trigger={<IconButton label={t('objectives.moreOf', { number })} icon="menu" />}
          >
            {listMoves(props).map((target) => (
              <MenuItem key={target} onSelect={() => onMove(key, target)}>
                {typeof target === 'number' ? t('objectives.moveToGroup', { group: target }) : t(`objectives.move.${target}`)}
              </MenuItem>
            ))}
            {counts_as === undefined && !isLogField(field) && (
              <MenuItem onSelect={() => onChange(key, { counts_as: '2' })}>{t('objectives.countMore')}</MenuItem>
            )}
          </Menu>
          <IconButton label={t('objectives.removeCondition', { number })} icon="close" onClick={() => onRemove(key)} />
        </span>
      </span>
      {counts_as !== undefined && (
        <span className="obj-cnd-amount">
          <label htmlFor={amountId}>{t('objectives.eachCounts')}</label>
          <input
            id={amountId}
            className="input"
            inputMode="numeric"
            autoComplete="off"
            aria-invalid={checkAmount(counts_as) !== undefined || undefined}
            aria-describedby={problem !== undefined ? problemId : undefined}
            value={counts_as}
            onChange={(event) => onChange(key, { counts_as: event.target.value })}
          />
          <IconButton
            label={t('objectives.countOnce', { number })}
            icon="close"
            onClick={() => onChange(key, { counts_as: undefined })}
          />
        </span>
      )}
      <p className="field-error obj-cnd-problem" id={problemId} role="status">
        {problem}
      </p>
      <NameWarnings id={id} warnings={warnings} onFix={(change) => onChange(key, change)} />
      {guess !== null && (
        <p className="obj-cnd-guess">
          <Badge kind="note">{t('objectives.unproven')}</Badge> {t('objectives.unprovenWhy', { reason: guess })}
        </p>
      )}
    </div>
  )
})
