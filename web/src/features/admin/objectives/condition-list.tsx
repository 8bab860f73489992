import '../../../messages/admin-objectives.ts'
import './conditions.css'
import type { ConditionMappings } from '@muster/contract/condition-mappings'
import type { ItemField } from '@muster/contract/conditions'
import type { GameVersion } from '@muster/contract/events'
import { isLogField } from '@muster/domain/game-log/log-fields'
import { sayConditions, sayPieces } from '@muster/domain/conditions/phrases'
import { useCallback, useEffect, useRef } from 'react'
import { useItemLibrary } from '../../../api/items/item-library.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { ConditionGroup } from './condition-group.tsx'
import { add, createCondition, listGroups, moveCondition, type MoveTarget, nextGroup, remove } from './condition-groups.ts'
import { ConditionRow, useFieldChoices, type Verdict } from './condition-row.tsx'
import { ExclusionChecks } from './exclusion-checks.tsx'
import { ItemSourceNote } from './item-source-note.tsx'
import { type ConditionValue, toCondition } from './values.ts'

interface ConditionListProps {
  /** The fields that conditions can have. */
  fields: readonly ItemField[]
  game_version: GameVersion
  event_id: number
  mappings: ConditionMappings
  /** The number that the objective requires. */
  required_number: number
  conditions: readonly ConditionValue[]
  /** The saved conditions; changed ones have a marked edge. */
  saved: readonly ConditionValue[]
  verdicts: readonly Verdict[] | undefined
  /** The server's error for a condition, by position. */
  problemOf: (position: number) => string | undefined
  onChange: (conditions: readonly ConditionValue[]) => void
}

/** Conditions in one sentence. @param fields the fields that they can have */
export const describeConditions = (
  conditions: readonly ConditionValue[],
  fields: readonly ItemField[],
  { field_to_type }: ConditionMappings,
): string =>
  conditions.length === 0 && fields.some(isLogField)
    ? t('objectives.everyLine')
    : sayConditions(conditions.map(toCondition), (field) => field_to_type[field] ?? 'string')

/** Conditions of one objective: single ones, and groups of which some must match. */
export function ConditionList(props: ConditionListProps) {
  const { fields, game_version, event_id, mappings, conditions, saved, verdicts, problemOf, onChange } = props
  const library = useItemLibrary(game_version)
  const frame = useRef<HTMLElement>(null)
  const now = useRef(conditions)
  /** The condition whose menu takes the focus once it is at its new place. */
  const moved = useRef<string | null>(null)
  useEffect(() => {
    now.current = conditions
    if (moved.current === null) return
    frame.current?.querySelector<HTMLElement>(`[data-condition="${moved.current}"] .obj-cnd-acts button`)?.focus()
    moved.current = null
  }, [conditions])
  const change = useCallback(
    (key: string, part: Partial<ConditionValue>) =>
      onChange(now.current.map((one) => (one.key === key ? { ...one, ...part } : one))),
    [onChange],
  )
  const removeOne = useCallback((key: string) => onChange(remove(now.current, [key])), [onChange])
  const choices = useFieldChoices(fields)
  const [first = 'BASE_TYPE'] = fields
  const move = useCallback(
    (key: string, target: MoveTarget) => {
      moved.current = key
      onChange(moveCondition(now.current, key, target))
    },
    [onChange],
  )
  const create = (any_of: number | null) => createCondition(first, any_of)
  const groups = listGroups(conditions)
  const singles = conditions.filter(({ any_of }) => any_of === null)
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
        group={condition.any_of === null ? null : groups.findIndex(({ number }) => number === condition.any_of) + 1}
        groups={groups.length}
        isFirst={singles[0] === condition}
        onMove={move}
        onChange={change}
        onRemove={removeOne}
      />
    )
  }
  const isOfLog = fields.every(isLogField)
  const title = t(isOfLog ? 'objectives.logConditions' : 'objectives.conditions')
  const pieces = sayPieces(
    conditions.map(toCondition),
    props.required_number,
    (field) => mappings.field_to_type[field] ?? 'string',
  )
  return (
    <section className="obj-conditions" aria-label={title} ref={frame}>
      <h2 className="obj-section">{title}</h2>
      {!isOfLog && <ItemSourceNote game_version={game_version} />}
      {singles.map(rowOf)}
      {groups.map((group, at) => (
        <ConditionGroup
          key={group.number}
          group={group}
          position={at + 1}
          conditions={conditions}
          onAdd={() => onChange(add(conditions, create(group.number)))}
          onChange={onChange}
        >
          {group.members.map(rowOf)}
        </ConditionGroup>
      ))}
      <div className="obj-conditions-foot">
        <Button icon="plus" onClick={() => onChange(add(conditions, create(null)))}>
          {t('objectives.addCondition')}
        </Button>
        <Button
          kind="quiet"
          onClick={() => onChange(add(conditions, create(nextGroup(conditions)), create(nextGroup(conditions))))}
        >
          {t('objectives.addGroup')}
        </Button>
      </div>
      <ExclusionChecks fields={fields} game_version={game_version} conditions={conditions} onChange={onChange} />
      <p className="obj-words">
        {describeConditions(conditions, fields, mappings)} {pieces}
      </p>
    </section>
  )
}

const sameCondition = (a: ConditionValue, b: ConditionValue) => JSON.stringify(toCondition(a)) === JSON.stringify(toCondition(b))
