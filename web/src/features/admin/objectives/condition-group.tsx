import '../../../messages/admin-objectives.ts'
import type { ReactNode } from 'react'
import { t } from '../../../lib/text/messages.ts'
import { Button, IconButton } from '../../../ui/forms/button.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { demand, type Group, moveTo, remove } from './condition-groups.ts'
import type { ConditionValue } from './values.ts'

interface GroupProps {
  group: Group
  /** From 1. */
  position: number
  conditions: readonly ConditionValue[]
  onAdd: () => void
  onChange: (conditions: readonly ConditionValue[]) => void
  children: ReactNode
}

/** Conditions of which some must match, and how many. */
export function ConditionGroup({ group, position, conditions, onAdd, onChange, children }: GroupProps) {
  const { number, at_least, members } = group
  const keys = members.map(({ key }) => key)
  const counts = [...new Set([...members.keys()].map((at) => at + 1)).add(at_least)]
  return (
    <fieldset className="obj-anyof" aria-label={t('objectives.group', { group: position })}>
      <div className="obj-anyof-head">
        <Select
          name={t('objectives.demandOf', { group: position })}
          value={String(at_least)}
          choices={counts.map((count) => ({ value: String(count), label: sayCount(count, members.length) }))}
          onChange={(count) => onChange(demand(conditions, number, Number(count)))}
        />
        <span className="obj-anyof-acts">
          <Button kind="quiet" size="small" onClick={() => onChange(moveTo(conditions, keys, null))}>
            {t('objectives.ungroup')}
          </Button>
          <IconButton
            label={t('objectives.removeGroup', { group: position })}
            icon="close"
            onClick={() => onChange(remove(conditions, keys))}
          />
        </span>
      </div>
      {children}
      <Button kind="quiet" size="small" icon="plus" onClick={onAdd}>
        {t('objectives.addToGroup', { group: position })}
      </Button>
    </fieldset>
  )
}

function sayCount(count: number, of: number): string {
  if (count === 1) return t('objectives.anyOf')
  return count === of ? t('objectives.allOf', { of }) : t('objectives.atLeastOf', { count, of })
}
