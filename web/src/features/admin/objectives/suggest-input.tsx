import { type SuggestedField, suggestedFields } from '@muster/contract/workbench'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId } from 'react'
import { eventInput, read } from '../../../api/calls/queries.ts'

interface SuggestInputProps {
  event_id: number
  field: string
  label: string
  value: string
  onChange: (value: string) => void
  onEnter?: () => void
  error?: boolean
}

const isSuggested = (field: string): field is SuggestedField => (suggestedFields as readonly string[]).includes(field)

/** Texts that only a few fields have, which nobody needs to look up. */
const fixed: Readonly<Record<string, readonly string[]>> = {
  RARITY: ['Normal', 'Magic', 'Rare', 'Unique'],
  INFLUENCES: ['crusader', 'elder', 'hunter', 'redeemer', 'searing', 'shaper', 'tangled', 'warlord'],
}

/** A text with what was seen in the event and what the imported table knows, by the browser's own list. */
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
  const texts = fixed[field] ?? data.map(({ text }) => text)
  return (
    <>
      <input
        className="input"
        aria-label={label}
        aria-invalid={error || undefined}
        autoComplete="off"
        spellCheck={false}
        list={texts.length > 0 ? id : undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !onEnter) return
          event.preventDefault()
          onEnter()
        }}
      />
      {texts.length > 0 && (
        <datalist id={id}>
          {texts.map((text) => (
            <option key={text} value={text}>
              {text}
            </option>
          ))}
        </datalist>
      )}
    </>
  )
}
