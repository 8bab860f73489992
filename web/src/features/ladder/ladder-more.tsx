import './ladder-more.css'
import '../../messages/ladder.ts'
import '../../messages/ladder-page.ts'
import { Suspense, useState } from 'react'
import { t } from '../../lib/text/messages.ts'
import { lazyPart } from '../../ui/deferred/lazy-part.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Chip } from '../../ui/forms/toggles.tsx'
import type { Column } from './columns.tsx'
import type { LadderRow } from './ladder-row.ts'
import type { LadderSearch } from './ladder-search.ts'
import { PastHour } from './past-hour.tsx'
import { filterByRanges, parseRanges } from './ranges.ts'
import { type ChosenUses, countChosen, readChosen, toggleUse, useKinds } from './uses.ts'

const UsesSheet = lazyPart(() => import('./uses-sheet.tsx').then((module) => ({ default: module.UsesSheet })))

export interface MoreProps {
  search: LadderSearch
  onSearch: (change: Partial<LadderSearch>) => void
  /** Number of rows left. */
  shown: string
  /** Rows left by search and teams. */
  found: readonly LadderRow[]
  available: readonly Column[]
  /** The button of the sheet was pressed before this code arrived. */
  isOpen: boolean
  /** Start of the event in milliseconds, and the number of hours that have passed since then. */
  start: number
  last: number
}

/** The filter by uniques and gems, and the ladder at an earlier hour. */
export function LadderMore(props: MoreProps) {
  return (
    <>
      <UsesFilter {...props} />
      <EarlierHour {...props} />
    </>
  )
}

/** Opens the sheet of uniques and gems, and lists the chosen ones, which a press removes. */
function UsesFilter({ search, onSearch, shown, found, available, isOpen: wasPressed }: MoreProps) {
  const [isOpen, setOpen] = useState(wasPressed)
  const chosen = readChosen(search)
  const count = countChosen(chosen)
  const change = ({ uniques, gems }: ChosenUses) =>
    onSearch({ uniques: uniques.length > 0 ? uniques : undefined, gems: gems.length > 0 ? gems : undefined })
  return (
    <>
      <Button icon="filter" aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        {count > 0 ? t('ladder.usesOn', { count }) : t('ladder.uses')}
      </Button>
      <Suspense>
        {isOpen && (
          <UsesSheet
            rows={filterByRanges(found, parseRanges(search.f), available)}
            hour={search.hour}
            chosen={chosen}
            shown={shown}
            onChange={change}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
      {count > 0 && (
        <fieldset className="chips" aria-label={t('ladder.usesChosen')}>
          {useKinds.flatMap((kind) =>
            chosen[kind].map((name) => (
              <Chip key={`${kind} ${name}`} isOn hasTick onChange={() => change(toggleUse(chosen, kind, name))}>
                <bdi className="game">{name}</bdi>
              </Chip>
            )),
          )}
        </fieldset>
      )}
    </>
  )
}

/** Shows the ladder as it was. */
function EarlierHour({ search, onSearch, start, last }: MoreProps) {
  if (search.hour !== undefined) {
    return (
      <div className="ladder-past">
        <PastHour hour={search.hour} last={last} start={start} onChange={(hour) => onSearch({ hour })} />
      </div>
    )
  }
  return (
    last > 0 && (
      <Button icon="clock" onClick={() => onSearch({ hour: last - 1 })}>
        {t('ladder.earlier')}
      </Button>
    )
  )
}
