import './progress.css'
import '../../messages/progress.ts'
import { useTeams } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { SearchInput } from '../../ui/forms/search-input.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Chip } from '../../ui/forms/toggles.tsx'
import type { ProgressProps } from './progress-search.ts'

/** Filters of the list of changes, and its time format. */
export function HappenedControls({ search, onSearch }: ProgressProps) {
  const teams = useTeams()
  return (
    <div className="happened-controls">
      <div className="happened-search">
        <SearchInput label={t('happened.search')} value={search.q ?? ''} onChange={(q) => onSearch({ q: q || undefined })} />
      </div>
      <Chip hasTick isOn={search.ranked === true} onChange={(isOn) => onSearch({ ranked: isOn || undefined })}>
        {t('happened.ranked')}
      </Chip>
      <Select
        label={t('happened.team')}
        value={String(search.of ?? '')}
        choices={[
          { value: '', label: t('happened.allTeams') },
          ...teams.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(value) => onSearch({ of: value === '' ? undefined : Number(value) })}
      />
      <Select
        label={t('happened.time')}
        value={search.clock ? 'clock' : 'event'}
        choices={[
          { value: 'event', label: t('happened.timeEvent') },
          { value: 'clock', label: t('happened.timeClock') },
        ]}
        onChange={(value) => onSearch({ clock: value === 'clock' || undefined })}
      />
    </div>
  )
}
