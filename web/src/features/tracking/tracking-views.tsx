import { t } from '../../lib/text/messages.ts'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { FetchTimelines, GapSum } from './fetch-timelines.tsx'
import type { TrackingSearch } from './search.ts'
import { TrackingList } from './tracking-list.tsx'

export interface TrackingProps {
  search: TrackingSearch
  /** Called with the changes. */
  onSearch: (changes: TrackingSearch) => void
}

export const TrackedPlayers = ({ search, onSearch }: TrackingProps) => (
  <TrackingList onlyMissing={search.missing ?? false} onOnlyMissing={(only) => onSearch({ missing: only || undefined })} />
)

/** The organisers' views: players and sources. */
export function TrackingViews(props: TrackingProps) {
  const { search, onSearch } = props
  return (
    <>
      <GapSum />
      <Tabs
        label={t('health.parts')}
        value={search.view ?? 'players'}
        onChange={(next) => onSearch({ view: next === 'players' ? undefined : next })}
        tabs={[
          { value: 'players', label: t('health.players'), panel: <TrackedPlayers {...props} /> },
          { value: 'sources', label: t('windows.sources'), panel: <FetchTimelines /> },
        ]}
      />
    </>
  )
}
