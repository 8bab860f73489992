import './guild-logs.css'
import '../../../messages/admin-guild-logs.ts'
import { useId } from 'react'
import { useIsPhone } from '../../../lib/browser/media.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { fromWallClock, toWallClock } from '../../../lib/time/zoned-time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { SearchInput } from '../../../ui/forms/search-input.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Segments } from '../../../ui/forms/toggles.tsx'
import { useZone } from '../kit/use-zone.ts'
import { filterOf, type LogSearch, logViews } from './log-search.ts'
import type { Summary } from './use-log.ts'

interface LogFiltersProps {
  search: LogSearch
  summary: Summary | undefined
  onSearch: (next: LogSearch) => void
}

const none: LogSearch = { player: undefined, item: undefined, tab: undefined, gone: undefined, from: undefined, to: undefined }

const nameCounted = (name: string, lines: number) => t('guildLog.counted', { name, count: formatCount(lines) })

/** Names to choose from with their counts; includes the chosen name even without lines. */
function listChoices(names: readonly { readonly name: string; readonly lines: number }[], chosen: string | undefined) {
  const isListed = chosen === undefined || names.some(({ name }) => name === chosen)
  const all = isListed ? names : [{ name: chosen, lines: 0 }, ...names]
  return all.map(({ name, lines }) => ({
    value: `=${name}`,
    label: nameCounted(name, lines),
  }))
}

/** Filters by player, tab, item and time; all of them are part of the address. */
export function LogFilters({ search, summary, onSearch }: LogFiltersProps) {
  const items = useId()
  const isPhone = useIsPhone()
  const tabs = summary?.tabs.names ?? []
  const gone = tabs.find(({ name }) => name === null)
  // The API takes an empty name for lines without a tab.
  const named = tabs.flatMap(({ name, lines }) => (name === null || name === '' ? [] : [{ name, lines }]))
  const count = Object.keys(filterOf(search)).length
  const fields = (
    <div className="log-filters">
      <Select
        label={t('guildLog.player')}
        value={search.player === undefined ? '' : `=${search.player}`}
        choices={[{ value: '', label: t('guildLog.everybody') }, ...listChoices(summary?.accounts.names ?? [], search.player)]}
        onChange={(value) => onSearch({ player: value === '' ? undefined : value.slice(1) })}
      />
      <Select
        label={t('guildLog.tab')}
        value={search.gone ? 'gone' : search.tab === undefined ? '' : `=${search.tab}`}
        choices={[
          { value: '', label: t('guildLog.everyTab') },
          ...listChoices(named, search.tab),
          ...(gone || search.gone ? [{ value: 'gone', label: nameCounted(t('guildLog.goneTab'), gone?.lines ?? 0) }] : []),
        ]}
        onChange={(value) =>
          onSearch({ gone: value === 'gone' || undefined, tab: value.startsWith('=') ? value.slice(1) : undefined })
        }
      />
      <SearchInput
        label={t('guildLog.item')}
        value={search.item ?? ''}
        list={items}
        maxLength={200}
        onChange={(item) => onSearch({ item: item === '' ? undefined : item })}
      />
      <datalist id={items}>
        {summary?.items.names.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <Moment label={t('guildLog.from')} at={search.from} onChange={(from) => onSearch({ from })} />
      <Moment label={t('guildLog.to')} at={search.to} onChange={(to) => onSearch({ to })} />
      {count > 0 && (
        <Button kind="quiet" onClick={() => onSearch(none)}>
          {t('guildLog.clear')}
        </Button>
      )}
    </div>
  )
  return (
    <>
      <Segments
        label={t('guildLog.show')}
        value={search.view ?? 'movements'}
        choices={logViews.map((value) => ({ value, label: t(`guildLog.view.${value}`) }))}
        onChange={(view) => onSearch({ view: view === 'movements' ? undefined : view })}
      />
      {isPhone ? (
        <details className="log-filters-phone">
          <summary>{count === 0 ? t('guildLog.filters') : t('guildLog.filtersSet', { count })}</summary>
          {fields}
        </details>
      ) : (
        fields
      )}
    </>
  )
}

interface MomentProps {
  label: string
  /** Unix seconds. */
  at: number | undefined
  onChange: (at: number | undefined) => void
}

/** A date and time in the viewer's time zone. */
function Moment({ label, at, onChange }: MomentProps) {
  const { zone } = useZone()
  return (
    <label className="log-moment">
      <span>{label}</span>
      <input
        className="input"
        type="datetime-local"
        value={at === undefined ? '' : toWallClock(at * 1000, zone).slice(0, 16)}
        onChange={(event) => {
          const typed = fromWallClock(event.target.value, zone)
          onChange(typed === null || typed < 0 ? undefined : Math.floor(typed / 1000))
        }}
      />
    </label>
  )
}
