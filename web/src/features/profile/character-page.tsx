import './profile.css'
import '../../messages/profile.ts'
import type { Event } from '@muster/contract/events'
import type { Character } from '@muster/contract/ladder'
import { games } from '@muster/domain/events/games'
import { useSuspenseQuery } from '@tanstack/react-query'
import { DataBlock } from '../../api/calls/data-block.tsx'
import { EmptyRead } from '../../api/scores/empty-read.tsx'
import { useMay } from '../../api/people/may.ts'
import { useEventKey } from '../../api/scores/event.ts'
import { eventInput, read } from '../../api/calls/queries.ts'
import { t } from '../../lib/text/messages.ts'
import { useSession } from '../../lib/browser/session.ts'
import { SkeletonRows } from '../../ui/layout/states.tsx'
import { ActiveTime } from './activity.tsx'
import { BuildView } from './build-view.tsx'
import { CharacterHead } from './character-head.tsx'
import { Given, GivenTotal } from './contributions.tsx'
import { GrowthBlock } from './growth-block.tsx'
import { Tracking } from './tracking.tsx'
import { AtlasBlock } from './trees.tsx'
import type { CharacterSearch } from './character-search.ts'
import { useBuilds } from './use-builds.ts'

interface PageProps {
  user_id: number
  event: Event
  character_id: string
  search: CharacterSearch
  onSearch: (change: Partial<CharacterSearch>) => void
}

const rows = (count: number, height: number) => <SkeletonRows rows={count} height={height} label={t('loading')} />

/** The page of one character: each part loads and fails separately. */
export function CharacterPage(props: PageProps) {
  const { user_id, event, character_id } = props
  const all = useSuspenseQuery(read('getUserCharacters', { user_id })).data
  const character = all.find(({ id, event_id }) => id === character_id && event_id === event.id)
  if (!character) return <UnknownCharacter />
  if (event.final_since !== null) return <RememberedCharacter {...props} character={character} />
  return <KnownCharacter {...props} character={character} />
}

const UnknownCharacter = () => (
  <header className="character-head">
    <div>
      <h1 className="page-title">{t('profile.noCharacterTitle')}</h1>
      <p className="character-line">{t('profile.noCharacterText')}</p>
    </div>
  </header>
)

/** A character of an event whose raw data was removed: its name, and its points. */
function RememberedCharacter({ user_id, event, search, character }: PageProps & { character: Character }) {
  return (
    <>
      <CharacterHead character={character} user_id={user_id} search={search} />
      <section className="part" aria-label={t('builds.title')}>
        <EmptyRead event={event} title={t('builds.emptyTitle')} text={t('builds.emptyText')} />
      </section>
      <DataBlock title={t('given.title')} note={<GivenTotal user_id={user_id} />} loading={rows(4, 48)}>
        <Given user_id={user_id} />
      </DataBlock>
    </>
  )
}

function KnownCharacter({ user_id, event, character_id, search, onSearch, character }: PageProps & { character: Character }) {
  const session = useSession()
  const start = Date.parse(event.event_start_time)
  const rank = useRank(character_id)
  const seesEveryActivity = useMay('getEventActivitiesForUser')
  const seesActivity = session !== null && (session.user_id === user_id || seesEveryActivity)
  const { game_version } = event
  return (
    <>
      <CharacterHead character={character} user_id={user_id} search={search} />
      <DataBlock title={t('builds.title')} loading={<BuildSkeleton />}>
        <BuildView user_id={user_id} character_id={character_id} event={event} search={search} onSearch={onSearch} />
      </DataBlock>
      <DataBlock title={t('growth.title')} loading={rows(8, 40)}>
        <Growth {...{ user_id, character_id, game_version, start, search, onSearch }} />
      </DataBlock>
      <div className="profile-columns">
        <DataBlock title={t('given.title')} note={<GivenTotal user_id={user_id} />} loading={rows(4, 48)}>
          <Given user_id={user_id} />
        </DataBlock>
        <DataBlock title={t('tracking.title')} loading={rows(4, 34)}>
          <Tracking user_id={user_id} event={event} character_id={character_id} rank={rank?.rank ?? null} />
        </DataBlock>
        {seesActivity && (
          <DataBlock title={t('activity.title')} loading={rows(2, 34)}>
            <ActiveTime user_id={user_id} event_id={event.id} />
          </DataBlock>
        )}
      </div>
      {games[game_version].atlas && (
        <DataBlock title={t('atlas.title')} loading={rows(8, 40)}>
          <AtlasBlock user_id={user_id} game_version={game_version} start={start} />
        </DataBlock>
      )}
    </>
  )
}

/** The rank on the ladder, and the size of the ladder. */
function useRank(character_id: string) {
  const ladder = useSuspenseQuery(read('getLadder', eventInput(useEventKey()))).data
  const entry = ladder.find(({ character }) => character?.id === character_id)
  return entry && { rank: entry.rank, all: ladder.length }
}

function BuildSkeleton() {
  return (
    <div className="build-columns">
      <div>{rows(10, 54)}</div>
      <div>{rows(8, 34)}</div>
      <div>{rows(8, 34)}</div>
    </div>
  )
}

type GrowthProps = Parameters<typeof GrowthBlock>[0]

/** A press on a moment shows the build at that time. */
function Growth({
  search,
  onSearch,
  ...rest
}: Omit<GrowthProps, 'at' | 'onPick'> & { search: CharacterSearch; onSearch: PageProps['onSearch'] }) {
  const { builds } = useBuilds(rest.user_id, rest.character_id)
  const shown = builds.find(({ id }) => id === search.build) ?? builds.at(-1)
  const pick = (at: number) => {
    const worn = builds.findLast(({ timestamp }) => Date.parse(timestamp) <= at) ?? builds[0]
    onSearch({ build: worn?.id === builds.at(-1)?.id ? undefined : worn?.id })
  }
  return <GrowthBlock {...rest} at={shown ? Date.parse(shown.timestamp) : null} onPick={pick} />
}
