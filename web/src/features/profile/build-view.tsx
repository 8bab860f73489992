import './profile.css'
import '../../messages/profile.ts'
import type { PoB } from '@muster/contract/characters'
import type { Event } from '@muster/contract/events'
import { type ReactNode, useMemo } from 'react'
import { DataBlock } from '../../api/calls/data-block.tsx'
import { t } from '../../lib/text/messages.ts'
import { Empty, SkeletonRows } from '../../ui/layout/states.tsx'
import { BuildSlider, formatBuildTime } from './build-slider.tsx'
import { Changes } from './changes.tsx'
import type { CharacterSearch } from './character-search.ts'
import { compareBuilds } from './compare.ts'
import { Equipment } from './equipment.tsx'
import { Figures } from './figures.tsx'
import { ImportText } from './import-text.tsx'
import { Skills } from './skills.tsx'
import { Passives } from './trees.tsx'
import { useBuilds, useReadBuild } from './use-builds.ts'

interface ViewProps {
  user_id: number
  character_id: string
  event: Event
  search: CharacterSearch
  onSearch: (change: Partial<CharacterSearch>) => void
}

/** One build, and its differences from another. */
export function BuildView({ user_id, character_id, event, search, onSearch }: ViewProps) {
  const { builds, hasEarlier, isLoadingEarlier, loadEarlier } = useBuilds(user_id, character_id)
  const start = Date.parse(event.event_start_time)
  const wanted = builds.findIndex(({ id }) => id === search.build)
  const place = wanted >= 0 ? wanted : builds.length - 1
  const shown = builds[place]
  const other = builds.find(({ id }) => id === search.with && id !== shown?.id)
  if (!shown) return <Empty title={t('builds.emptyTitle')} text={t('builds.emptyText')} />
  return (
    <>
      <BuildSlider
        builds={builds}
        place={place}
        with_id={other?.id ?? null}
        start={start}
        onPick={(id) => onSearch({ build: id })}
        onCompare={(id) => onSearch({ with: id })}
        earlier={{ has: hasEarlier, isLoading: isLoadingEarlier, load: loadEarlier }}
      />
      <Shown stored={shown} other={other ?? null} event={event} start={start} />
    </>
  )
}

function Shown({ stored, other, event, start }: { stored: PoB; other: PoB | null; event: Event; start: number }) {
  const read = useReadBuild(stored)
  // Without another build, this one is compared with itself, so that the number of hooks stays the same.
  const before = useReadBuild(other ?? stored)
  const changes = useMemo(
    () => (other && read.ok && before.ok ? compareBuilds(before.build, read.build) : null),
    [other, before, read],
  )
  const { game_version } = event
  if (!read.ok)
    return (
      <>
        <Empty title={t('builds.unreadableTitle')} text={t(`builds.unreadable.${read.reason}`)} />
        <ImportText text={stored.export_string} game_version={game_version} />
      </>
    )
  const { build } = read
  return (
    <>
      {other && !before.ok && <Empty title={t('builds.unreadableTitle')} text={t(`builds.unreadable.${before.reason}`)} />}
      {other && changes && (
        <Part title={t('changes.title', { time: formatBuildTime(other, start) })}>
          <Changes changes={changes} game_version={game_version} />
        </Part>
      )}
      <div className="build-columns">
        <Part title={t('equipment.title')} note={t('profile.atTime', { time: formatBuildTime(stored, start) })}>
          <Equipment build={build} game_version={game_version} />
        </Part>
        <Part title={t('stats.title')}>
          <Figures build={build} game_version={game_version} />
          <ImportText text={stored.export_string} game_version={game_version} />
        </Part>
        <Part title={t('skills.title')}>
          <Skills groups={build.groups} />
        </Part>
      </div>
      <DataBlock title={t('passives.title')} loading={<SkeletonRows rows={8} height={40} label={t('loading')} />}>
        <Passives build={build} changes={changes} game_version={game_version} />
      </DataBlock>
    </>
  )
}

/** A part of a block that loads together with the others. */
function Part({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className="part" aria-label={title}>
      <div className="block-head">
        <h3 className="block-title">{title}</h3>
        {note && <span className="block-note num">{note}</span>}
      </div>
      {children}
    </section>
  )
}
