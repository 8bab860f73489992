import '../../../messages/admin-objectives.ts'
import { readValueKind } from '@muster/domain/conditions/phrases'
import { splitValues } from '@muster/domain/conditions/value-list'
import type { FieldType, ItemField } from '@muster/contract/conditions'
import { useState } from 'react'
import { t } from '../../../lib/text/messages.ts'
import { IconButton } from '../../../ui/forms/button.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Segments } from '../../../ui/forms/toggles.tsx'
import { listKnownValues } from './known-values.ts'
import { SuggestInput } from './suggest-input.tsx'
import type { ConditionValue } from './values.ts'

interface ValueEditorProps {
  event_id: number
  condition: ConditionValue
  type: FieldType
  label: string
  isWrong: boolean
  /** The element with warnings about the value. */
  describedBy: string | undefined
  onChange: (value: string) => void
}

const isYes = (value: string) => ['true', 'True', '1'].includes(value)

/** The editor for an operator's value: yes or no, a number, a list of names, a text, a pattern. */
export function ValueEditor({ condition, type, isWrong, ...shared }: ValueEditorProps) {
  const { field, operator, value } = condition
  const { label, onChange } = shared
  const kind = readValueKind(type, operator)
  if (kind === 'yes_no') {
    const choices = [
      { value: 'true', label: t('objectives.yes') },
      { value: 'false', label: t('objectives.no') },
    ] as const
    return <Segments label={label} value={isYes(value) ? 'true' : 'false'} choices={choices} onChange={onChange} />
  }
  if (kind === 'texts' || kind === 'numbers') {
    return <ChipsEditor {...shared} field={field} value={value} />
  }
  const known = listKnownValues(field)
  if (known.length > 0 && type !== 'string[]' && (operator === 'EQ' || operator === 'NEQ')) {
    // The stored value is shown even if the game has no such value.
    const others = known.some((one) => one.value === value) ? [] : [{ value, label: value }]
    return <Select name={label} value={value} choices={[...others, ...known]} onChange={onChange} />
  }
  if (kind === 'text') {
    return <SuggestInput {...shared} field={field} value={value} error={isWrong} />
  }
  return (
    <input
      className={kind === 'pattern' ? 'input obj-pattern' : 'input'}
      aria-label={label}
      aria-describedby={shared.describedBy}
      aria-invalid={isWrong || (kind === 'number' && !/^-?\d*$/.test(value.trim())) || undefined}
      inputMode={kind === 'number' ? 'numeric' : undefined}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

interface ChipsProps extends Pick<ValueEditorProps, 'event_id' | 'label' | 'describedBy' | 'onChange'> {
  field: ItemField
  value: string
}

/** Entries of a list; a pasted list becomes separate entries. */
function ChipsEditor({ event_id, field, label, value, describedBy, onChange }: ChipsProps) {
  const [typed, setTyped] = useState('')
  const entries = splitValues(value)
  const add = (text: string) => {
    const next = [...new Set([...entries, ...splitValues(text.replaceAll(/[\n\t;]/g, ','))])]
    setTyped('')
    if (next.length > entries.length) onChange(next.join(', '))
  }
  const change = (text: string) => (/[,\n\t;]/.test(text) ? add(text) : setTyped(text))
  return (
    <div className="obj-chips">
      {entries.map((entry) => (
        <span key={entry} className="obj-chip">
          <bdi>{entry}</bdi>
          <IconButton
            label={t('objectives.removeEntry', { entry })}
            icon="close"
            onClick={() => onChange(entries.filter((other) => other !== entry).join(', '))}
          />
        </span>
      ))}
      <span className="obj-chips-add" onBlur={() => typed.trim() !== '' && add(typed)}>
        <SuggestInput
          event_id={event_id}
          field={field}
          label={t('objectives.addEntry', { label })}
          value={typed}
          describedBy={describedBy}
          onChange={change}
          onPick={add}
          onEnter={() => add(typed)}
        />
      </span>
    </div>
  )
}
