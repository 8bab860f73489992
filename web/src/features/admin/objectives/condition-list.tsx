import '../../../messages/admin-objectives.ts'
import './conditions.css'
import type { ConditionMappings } from '@muster/contract/condition-mappings'
import type { ItemField } from '@muster/contract/conditions'
import type { GameVersion } from '@muster/contract/events'
import { findGuess } from '@muster/domain/evidence-table'
import { isLogField } from '@muster/domain/game-log/log-fields'
import type { ItemLibrary } from '@muster/domain/items/item-names'
import { type ConditionWarning, warnOfCondition } from '@muster/domain/conditions/name-warnings'
import { fieldLabels, labelOperator, readValueKind, sayConditions } from '@muster/domain/conditions/phrases'
import { useQuery } from '@tanstack/react-query'
import { memo, useCallback, useEffect, useId, useMemo, useRef } from 'react'
import { useItemLibrary } from '../../../api/items/item-library.ts'
import { t } from '../../../lib/text/messages.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { Button, IconButton } from '../../../ui/forms/button.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { ItemSourceNote } from './item-source-note.tsx'
import { NameWarnings } from './name-warnings.tsx'
import { ValueEditor } from './value-editor.tsx'
import { type ConditionValue, nextKey } from './values.ts'

/** Result of a condition for the tried item. */
export interface Verdict {
  readonly holds: boolean
  readonly refused: string | null
}

interface ConditionListProps {
  /** The fields that conditions can have. */
  fields: readonly ItemField[]
  game_version: GameVersion
  event_id: number
  mappings: ConditionMappings
  conditions: readonly ConditionValue[]
  /** The saved conditions; changed ones have a marked edge. */
  saved: readonly ConditionValue[]
  verdicts: readonly Verdict[] | undefined
  /** The server's error for a condition, by position. */
  problemOf: (position: number) => string | undefined
  onChange: (conditions: readonly ConditionValue[]) => void
}

const listChoices = (fields: readonly ItemField[]) =>
  fields.map((field) => ({ value: field, label: fieldLabels[field] })).toSorted((a, b) => (a.label < b.label ? -1 : 1))

/** Conditions in one sentence. @param fields the fields that they can have */
export const describeConditions = (
  conditions: readonly ConditionValue[],
  fields: readonly ItemField[],
  { field_to_type }: ConditionMappings,
): string =>
  conditions.length === 0 && fields.some(isLogField)
    ? t('objectives.everyLine')
    : sayConditions(conditions, (field) => field_to_type[field] ?? 'string')

/** Conditions of one objective: single ones, and groups of which one has to match. */
export function ConditionList(props: ConditionListProps) {
  const { fields, game_version, event_id, mappings, conditions, saved, verdicts, problemOf, onChange } = props
  const library = useItemLibrary(game_version)
  const now = useRef(conditions)
  useEffect(() => {
    now.current = conditions
  }, [conditions])
  const change = useCallback(
    (key: string, part: Partial<ConditionValue>) =>
      onChange(now.current.map((one) => (one.key === key ? { ...one, ...part } : one))),
    [onChange],
  )
  const remove = useCallback((key: string) => onChange(now.current.filter((one) => one.key !== key)), [onChange])
  const choices = useMemo(() => listChoices(fields), [fields])
  const [first = 'BASE_TYPE'] = fields
  const create = (any_of: number | null): ConditionValue => ({
    key: nextKey(),
    id: null,
    field: first,
    operator: 'EQ',
    value: '',
    any_of,
  })
  const add = (any_of: number | null) => onChange([...conditions, create(any_of)])
  const groups = [...new Set(conditions.flatMap(({ any_of }) => any_of ?? []))]
  const nextGroup = Math.max(0, ...groups) + 1
  const rowOf = (condition: ConditionValue) => {
    const position = conditions.indexOf(condition)
    return (
      <ConditionRow
        key={condition.key}
        event_id={event_id}
        choices={choices}
        mappings={mappings}
        library={library}
        condition={condition}
        position={position}
        isUnsaved={!saved.some((one) => one.key === condition.key && sameCondition(one, condition))}
        verdict={verdicts?.[position]}
        problem={problemOf(position)}
        onChange={change}
        onRemove={remove}
      />
    )
  }
  const isOfLog = fields.every(isLogField)
  const title = t(isOfLog ? 'objectives.logConditions' : 'objectives.conditions')
  return (
    <section className="obj-conditions" aria-label={title}>
      <h2 className="obj-section">{title}</h2>
      {!isOfLog && <ItemSourceNote game_version={game_version} />}
      {conditions.filter(({ any_of }) => any_of === null).map(rowOf)}
      {groups.map((group) => (
        <fieldset key={group} className="obj-anyof">
          <legend>{t('objectives.anyOf')}</legend>
          {conditions.filter(({ any_of }) => any_of === group).map(rowOf)}
          <Button kind="quiet" size="small" icon="plus" onClick={() => add(group)}>
            {t('objectives.addAlternative')}
          </Button>
        </fieldset>
      ))}
      <div className="obj-conditions-foot">
        <Button icon="plus" onClick={() => add(null)}>
          {t('objectives.addCondition')}
        </Button>
        <Button kind="quiet" onClick={() => onChange([...conditions, create(nextGroup), create(nextGroup)])}>
          {t('objectives.addGroup')}
        </Button>
      </div>
      <p className="obj-words">{describeConditions(conditions, fields, mappings)}</p>
    </section>
  )
}

const sameCondition = (a: ConditionValue, b: ConditionValue) =>
  a.field === b.field && a.operator === b.operator && a.value === b.value && a.any_of === b.any_of

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
 * Why a condition cannot be saved, in the words of its field, once typing has paused. The code that compiles conditions is large, so
 * it loads with the first value; if that fails, saving says the same.
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
  onChange: (key: string, part: Partial<ConditionValue>) => void
  onRemove: (key: string) => void
}

const ConditionRow = memo(function ConditionRow(props: RowProps) {
  const { event_id, choices, mappings, library, condition, position, isUnsaved, verdict, onChange, onRemove } = props
  const { key, field, operator } = condition
  const type = mappings.field_to_type[field] ?? 'string'
  const operators = mappings.valid_operators[type] ?? []
  const number = position + 1
  const guess = findGuess(condition)
  const warnings = useWarnings(condition, library)
  const refusal = useRefusal(condition)
  const problem = props.problem ?? refusal
  const id = useId()
  const problemId = useId()
  const changeField = (next: ConditionValue['field']) => {
    const nextType = mappings.field_to_type[next] ?? 'string'
    const valid = mappings.valid_operators[nextType] ?? []
    const kept = valid.includes(operator) ? operator : (valid[0] ?? 'EQ')
    const isSameKind = nextType === type && readValueKind(nextType, kept) === readValueKind(type, operator)
    onChange(key, { field: next, operator: kept, ...(!isSameKind && { value: nextType === 'bool' ? 'true' : '' }) })
  }
  return (
    <div className={isUnsaved ? 'obj-cnd obj-cnd-unsaved' : 'obj-cnd'}>
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
        <IconButton label={t('objectives.removeCondition', { number })} icon="close" onClick={() => onRemove(key)} />
      </span>
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
