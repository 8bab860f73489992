import '../../../messages/admin-objectives.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { eventInput, read } from '../../../api/calls/queries.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { SearchInput } from '../../../ui/forms/search-input.tsx'

interface PickerProps {
  event_id: number
  onPick: (item: Readonly<Record<string, unknown>>) => void
}

/** Items now in the event's tabs, by part of their name. */
export function StoredItemPicker({ event_id, onPick }: PickerProps) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const settled = useSettled(search.slice(0, 200))
  const found = useQuery({
    ...read('findStoredItems', { ...eventInput(event_id), query: { search: settled } }),
    placeholderData: (before) => before,
    retry: false,
  })
  const { data } = found
  return (
    <div className="obj-picker">
      <SearchInput label={t('objectives.findItem')} value={search} onChange={setSearch} />
      {found.isError && <p className="field-error">{t('objectives.findFailed')}</p>}
      {found.isPending && <p role="status">{t('loading')}</p>}
      {data && data.stored === 0 && <p className="quieter">{t('objectives.nothingStored')}</p>}
      {data && data.stored > 0 && data.items.length === 0 && <p className="quieter">{t('objectives.noneFound')}</p>}
      {data && data.items.length > 0 && (
        <>
          <ul className="obj-picks">
            {data.items.map((one) => {
              const key = `${one.name}|${one.type_line}|${one.base_type}`
              return (
                <li key={key}>
                  <button
                    type="button"
                    aria-pressed={key === chosen}
                    onClick={() => {
                      setChosen(key)
                      onPick(one.item)
                    }}
                  >
                    <bdi className="obj-pick-name clip">{one.name || one.type_line}</bdi>
                    {one.name !== '' && <bdi className="quieter clip">{one.type_line}</bdi>}
                    <span className="num quieter">{formatCount(one.count)}</span>
                  </button>
                </li>
              )
            })}
          </ul>
          <p className="field-hint">
            {t(data.is_complete ? 'objectives.kinds' : 'objectives.kindsSome', {
              count: data.total,
              read: formatCount(data.read),
              stored: formatCount(data.stored),
            })}
          </p>
        </>
      )}
    </div>
  )
}
