import '../../../messages/admin-objectives.ts'
import type { ItemField } from '@muster/contract/conditions'
import { type SuggestedField, suggestedFields } from '@muster/contract/workbench'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { eventInput, read } from '../../../api/calls/queries.ts'
import { useGameVersion } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { TextCombobox } from '../../../ui/forms/text-combobox.tsx'
import { listGameValues, listKnownValues } from './known-values.ts'

interface SuggestInputProps {
  event_id: number
  field: ItemField
  label: string
  value: string
  onChange: (value: string) => void
  onPick?: (value: string) => void
  onEnter?: () => void
  error?: boolean
  describedBy?: string | undefined
}

const isSuggested = (field: ItemField): field is SuggestedField => (suggestedFields as readonly string[]).includes(field)

/** A text field that suggests values seen in the event, and known names. */
export function SuggestInput({ event_id, field, label, value, error, ...input }: SuggestInputProps) {
  const search = useDeferredValue(value.trim().slice(0, 100))
  const asked = isSuggested(field) ? field : null
  const { data = [] } = useQuery({
    ...read('suggestNames', { ...eventInput(event_id), query: { field: asked ?? 'NAME', search } }),
    enabled: asked !== null && search.length > 1,
    placeholderData: (before) => before,
    retry: false,
  })
  const game_version = useGameVersion()
  const known = [...listGameValues(field, game_version), ...listKnownValues(field)]
  const suggestions =
    known.length > 0
      ? known.map(({ value: text, label: note }) => ({ text, note: note === text ? undefined : note }))
      : data.map(({ text, seen }) => ({
          text,
          note: seen > 0 ? t('objectives.seenCount', { count: seen, number: formatCount(seen) }) : undefined,
        }))
  return <TextCombobox {...input} label={label} value={value} suggestions={suggestions} isWrong={error} />
}
