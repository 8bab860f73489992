import '../../../messages/admin-grid.ts'
import type { Event } from '@muster/contract/events'
import { type DefinitionDocument, listEntries } from '@muster/domain/definition-file/document'
import type { NameSet } from '@muster/domain/items/name-sets'
import { columns, isEmptyRow, maxRows, type SheetRow } from '@muster/domain/objective-sheet/columns'
import { listSetRows } from '@muster/domain/objective-sheet/set-rows'
import { useMemo, useState } from 'react'
import { useNameSets } from '../../../api/items/item-library.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { Button, ButtonRow } from '../../../ui/forms/button.tsx'
import { Field } from '../../../ui/forms/fields.tsx'
import { SearchInput } from '../../../ui/forms/search-input.tsx'
import { SelectControl } from '../../../ui/forms/select.tsx'
import { TextCombobox } from '../../../ui/forms/text-combobox.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'

interface SetsProps {
  event: Event
  before: DefinitionDocument
  rows: readonly SheetRow[]
  onRows: (rows: readonly SheetRow[]) => void
}

/** Names of items in sets, to tick: each becomes a row of the grid. */
export function GridSets(props: SetsProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="grid-sets" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t('grid.sets')}</summary>
      {isOpen && <Sets {...props} />}
    </details>
  )
}

const labelSet = ({ kind, group }: NameSet) => t(`grid.set.${kind}`, { group: group === '' ? t('grid.set.other') : group })

function Sets({ event, before, rows, onRows }: SetsProps) {
  const sets = useNameSets(event.game_version)
  const [key, setKey] = useState('')
  const [search, setSearch] = useState('')
  const [typedCategory, setCategory] = useState<string | null>(null)
  const [preset, setPreset] = useState('')
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const taken = useMemo(() => listTaken(before, rows), [before, rows])
  const categories = useMemo(() => listCategories(before, rows), [before, rows])
  if (sets === null) return <p className="quieter">{t('loading')}</p>
  const set = sets.find((one) => one.key === key) ?? sets[0]
  if (set === undefined) return null
  const category = typedCategory ?? labelSet(set)
  const isFree = (name: string) => !taken.has(name.toLowerCase())
  const shown = set.names.filter(({ name, base = '' }) => `${name} ${base}`.toLowerCase().includes(search.trim().toLowerCase()))
  const chosen = set.names.map(({ name }) => name).filter((name) => ticked.has(name) && isFree(name))
  const filled = rows.filter((row) => !isEmptyRow(row))
  const isFull = filled.length + chosen.length > maxRows
  const tick = (names: readonly string[], isOn: boolean) => {
    const next = new Set(ticked)
    for (const name of names) {
      if (isOn) next.add(name)
      else next.delete(name)
    }
    setTicked(next)
  }
  const free = shown.map(({ name }) => name).filter(isFree)
  const isAll = free.length > 0 && free.every((name) => ticked.has(name))
  const add = () => {
    onRows([...filled, ...listSetRows(chosen, set.kind, { category: category.trim(), scoring_preset: preset })])
    setTicked(new Set())
    showToast(t('grid.setAdded', { count: chosen.length, number: formatCount(chosen.length) }))
  }
  return (
    <div className="grid-sets-body">
      <div className="grid-sets-inputs">
        <Field label={t('grid.set')}>
          <SelectControl
            value={set.key}
            choices={sets.map((one) => ({
              value: one.key,
              label: t('grid.setCounted', { set: labelSet(one), number: formatCount(one.names.length) }),
            }))}
            onChange={(next) => {
              setKey(next)
              setSearch('')
              setTicked(new Set())
            }}
          />
        </Field>
        <div className="field">
          <span className="field-label">{t('grid.setCategory')}</span>
          <TextCombobox
            label={t('grid.setCategory')}
            value={category}
            suggestions={categories.map((text) => ({ text }))}
            onChange={setCategory}
          />
        </div>
        <Field label={t('grid.setPreset')}>
          <SelectControl
            value={preset}
            choices={[
              { value: '', label: t('grid.setNoPreset') },
              ...(before.scoring_presets ?? []).map((one) => ({ value: one.key, label: one.name })),
            ]}
            onChange={setPreset}
          />
        </Field>
      </div>
      <ButtonRow>
        <SearchInput label={t('grid.setSearch')} value={search} onChange={setSearch} />
        <Button onClick={() => tick(free, !isAll)} disabled={free.length === 0}>
          {t(isAll ? 'grid.untickAll' : 'grid.tickAll', { number: formatCount(free.length) })}
        </Button>
      </ButtonRow>
      <fieldset className="grid-sets-names" aria-label={labelSet(set)}>
        {shown.map(({ name, base }) => (
          <label key={name} className="check">
            <input
              type="checkbox"
              aria-label={base === undefined ? name : `${name}, ${base}`}
              checked={ticked.has(name) && isFree(name)}
              disabled={!isFree(name)}
              onChange={(change) => tick([name], change.target.checked)}
            />
            <span>
              <bdi>{name}</bdi> <small>{isFree(name) ? base : t('grid.setTaken')}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {shown.length === 0 && <p className="quieter">{t('grid.setNone')}</p>}
      {isFull && <p role="alert">{t('grid.full', { number: formatCount(maxRows) })}</p>}
      <Button kind="primary" disabled={chosen.length === 0 || isFull} onClick={add}>
        {t('grid.addSet', { count: chosen.length, number: formatCount(chosen.length), category: category.trim() || '–' })}
      </Button>
    </div>
  )
}

const nameAt = columns.indexOf('name')
const categoryAt = columns.indexOf('category')

/** Names of objectives in the event and in the rows, in lower case. */
const listTaken = ({ objectives }: DefinitionDocument, rows: readonly SheetRow[]): ReadonlySet<string> =>
  new Set(
    [...listEntries(objectives ?? []).map(({ entry }) => entry.name), ...rows.map((row) => row[nameAt] ?? '')].map((name) =>
      name.trim().toLowerCase(),
    ),
  )

/** Names of categories in the event and in the rows. */
const listCategories = ({ objectives }: DefinitionDocument, rows: readonly SheetRow[]): readonly string[] => [
  ...new Set(
    [
      ...listEntries(objectives ?? []).flatMap(({ entry, depth }) =>
        entry.objective_type === 'CATEGORY' && depth === 1 ? [entry.name] : [],
      ),
      ...rows.map((row) => (row[categoryAt] ?? '').trim()),
    ].filter((name) => name !== ''),
  ),
]
