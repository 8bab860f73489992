import type { ItemField } from '@muster/contract/conditions'
import { type SuggestedField, suggestedFields } from '@muster/contract/workbench'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId } from 'react'
import { eventInput, read } from '../../../api/calls/queries.ts'
import { useGameVersion } from '../../../api/scores/event.ts'
import { listKnownValues, listWearers } from './known-values.ts'

interface SuggestInputProps {
  event_id: number
  field: ItemField
  label: string
  value: string
  onChange: (value: string) => void
  onEnter?: () => void
  error?: boolean
}

const isSuggested = (field: ItemField): field is SuggestedField => (suggestedFields as readonly string[]).includes(field)

/** A text field that suggests values seen in the event or the imported table, through the browser's own list. */
export function SuggestInput({ event_id, field, label, value, onChange, onEnter, error }: SuggestInputProps) {
  const id = useId()
  const search = useDeferredValue(value.trim().slice(0, 100))
  const asked = isSuggested(field) ? field : null
  const { data = [] } = useQuery({
    ...read('suggestNames', { ...eventInput(event_id), query: { field: asked ?? 'NAME', search } }),
    enabled: asked !== null && search.length > 1,
    placeholderData: (before) => before,
    retry: false,
  })
  const game_version = useGameVersion()
  const known = field === 'WORN_BY' ? listWearers(game_version) : listKnownValues(field)
  const choices = known.length > 0 ? known : data.map(({ text }) => ({ value: text, label: text }))
  return (
    <>
      <input
        className="input"
        aria-label={label}
        aria-invalid={error || undefined}
        autoComplete="off"
        spellCheck={false}
        list={choices.length > 0 ? id : undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !onEnter) return
          event.preventDefault()
          onEnter()
        }}
      />
      {choices.length > 0 && (
        <datalist id={id}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </datalist>
      )}
    </>
  )
}
