import '../../messages/ladder.ts'
import '../../messages/ladder-page.ts'
import { t } from '../../lib/text/messages.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Sheet } from '../../ui/overlays/dialog.tsx'
import { Segments } from '../../ui/forms/toggles.tsx'
import { type Column, nameColumn } from './columns.tsx'
import { flagColumns, parseRanges, type Range, rangeColumns, writeRanges } from './ranges.ts'

interface SheetProps {
  available: readonly Column[]
  /** Ranges as in the address. */
  f: string | undefined
  /** Number of rows left. */
  shown: string
  onChange: (f: string | undefined) => void
  onClose: () => void
}

/** Ranges for every column with numbers, shown or not; with immediate effect. */
export function FilterSheet({ available, f, shown, onChange, onClose }: SheetProps) {
  const ranges = parseRanges(f)
  const change = (id: Column['id'], range: Range) => {
    const { [id]: _, ...rest } = ranges
    onChange(writeRanges(range.least === null && range.most === null ? rest : { ...rest, [id]: range }))
  }
  const has = (column: Column, names: readonly string[]) => names.includes(column.id)
  return (
    <Sheet
      title={t('ladder.filters')}
      onClose={onClose}
      footer={
        <>
          <span className="small quieter" role="status">
            {shown}
          </span>
          <Button onClick={() => onChange(undefined)}>{t('ladder.filtersReset')}</Button>
        </>
      }
    >
      <div className="ladder-ranges">
        {available
          .filter((column) => has(column, rangeColumns))
          .map((column) => (
            <Bounds
              key={column.id}
              name={nameColumn(column)}
              range={ranges[column.id]}
              onChange={(range) => change(column.id, range)}
            />
          ))}
        {available
          .filter((column) => has(column, flagColumns))
          .map((column) => {
            const chosen = ranges[column.id]?.least
            return (
              <div key={column.id} className="ladder-range">
                <span>{nameColumn(column)}</span>
                <Segments
                  label={nameColumn(column)}
                  value={chosen === 1 ? 'yes' : chosen === 0 ? 'no' : 'any'}
                  choices={[
                    { value: 'any', label: t('ladder.any') },
                    { value: 'yes', label: t('ladder.yes') },
                    { value: 'no', label: t('ladder.no') },
                  ]}
                  onChange={(next) => {
                    const bound = next === 'any' ? null : next === 'yes' ? 1 : 0
                    change(column.id, { least: bound, most: bound })
                  }}
                />
              </div>
            )
          })}
      </div>
    </Sheet>
  )
}

function Bounds({ name, range, onChange }: { name: string; range: Range | undefined; onChange: (range: Range) => void }) {
  const { least, most } = range ?? { least: null, most: null }
  const read = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : null)
  return (
    <div className="ladder-range">
      <span>{name}</span>
      <input
        className="input"
        type="number"
        inputMode="numeric"
        min={0}
        placeholder={t('ladder.least')}
        aria-label={t('ladder.leastOf', { column: name })}
        value={least ?? ''}
        onChange={(event) => onChange({ least: read(event.target.value), most })}
      />
      <input
        className="input"
        type="number"
        inputMode="numeric"
        min={0}
        placeholder={t('ladder.most')}
        aria-label={t('ladder.mostOf', { column: name })}
        value={most ?? ''}
        onChange={(event) => onChange({ least, most: read(event.target.value) })}
      />
    </div>
  )
}
