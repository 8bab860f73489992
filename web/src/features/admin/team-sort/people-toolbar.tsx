import '../../../messages/admin-team-sort.ts'
import type { SortPerson } from '@muster/contract/team-sort'
import { type ReactNode, useId, useState } from 'react'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { SearchInput } from '../../../ui/forms/search-input.tsx'
import { Chip } from '../../../ui/forms/toggles.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { findUnknownNames, readNames, type Shown, type SortFilter, sortFilters } from './sort-filter.ts'

interface PeopleToolbarProps {
  people: readonly SortPerson[]
  shown: Shown
  counts: Readonly<Record<SortFilter, number>>
  onShow: (shown: Shown) => void
  /** Further filters. */
  children: ReactNode
}

/** Filters of the people: by name, by pasted names, by attributes. */
export function PeopleToolbar({ people, shown, counts, onShow, children }: PeopleToolbarProps) {
  const names = readNames(shown.names)
  const unknown = findUnknownNames(people, shown.names)
  const toggle = (filter: SortFilter, isOn: boolean) => {
    const filters = new Set(shown.filters)
    if (isOn) filters.add(filter)
    else filters.delete(filter)
    onShow({ ...shown, filters })
  }
  return (
    <div className="sort-toolbar">
      <SearchInput label={t('sort.search')} value={shown.text} onChange={(text) => onShow({ ...shown, text })} />
      <NamesButton count={names.length} text={shown.names} onApply={(text) => onShow({ ...shown, names: text })} />
      {sortFilters
        .filter((filter) => counts[filter] > 0 || shown.filters.has(filter))
        .map((filter) => (
          <Chip key={filter} isOn={shown.filters.has(filter)} hasTick onChange={(isOn) => toggle(filter, isOn)}>
            {t('sort.chip', { name: t(`sort.filter.${filter}`), count: counts[filter] })}
          </Chip>
        ))}
      {children}
      {unknown.length > 0 && (
        <p className="sort-unknown" role="status">
          {t('sort.namesUnknown', { count: unknown.length, names: unknown.join(', ') })}
        </p>
      )}
    </div>
  )
}

function NamesButton({ count, text, onApply }: { count: number; text: string; onApply: (text: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const id = useId()
  const apply = (next: string) => {
    onApply(next)
    setTyped(null)
  }
  return (
    <>
      <Button size="small" icon="filter" onClick={() => setTyped(text)}>
        {count === 0 ? t('sort.names') : t('sort.namesOn', { count })}
      </Button>
      <Dialog
        title={t('sort.namesTitle')}
        isOpen={typed !== null}
        onClose={() => setTyped(null)}
        footer={
          <>
            <Button onClick={() => apply('')}>{t('sort.namesClear')}</Button>
            <Button kind="primary" onClick={() => apply(typed ?? '')}>
              {t('sort.namesApply')}
            </Button>
          </>
        }
      >
        <div className="field">
          <label className="field-label" htmlFor={id}>
            {t('sort.namesHelp')}
          </label>
          <textarea
            id={id}
            className="input text-area"
            rows={8}
            maxLength={20_000}
            spellCheck={false}
            value={typed ?? ''}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      </Dialog>
    </>
  )
}
