import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { Suspense } from 'react'
import { prefetchScores } from '../api/calls/prefetch.ts'
import { DataGuard } from '../api/calls/data-block.tsx'
import { useEvent } from '../api/scores/event.ts'
import { eventInput, queryClient, read } from '../api/calls/queries.ts'
import { CharacterPage } from '../features/profile/character-page.tsx'
import type { CharacterSearch } from '../features/profile/character-search.ts'
import { buildPages } from '../features/profile/build-pages.ts'
import { CharacterStrip } from '../features/profile/character-strip.tsx'
import { NotFoundPage } from '../features/shell/plain-pages.tsx'
import { t } from '../lib/text/messages.ts'
import { readId } from '../lib/text/search.ts'
import { Skeleton, SkeletonRows } from '../ui/layout/states.tsx'

export const Route = createFileRoute('/profile/$userId/$eventId/$characterId')({
  params: {
    parse: ({ eventId, characterId }) => {
      const id = readId(eventId)
      if (id === undefined) throw notFound()
      return { eventId: id, characterId }
    },
    stringify: ({ eventId, characterId }) => ({ eventId: String(eventId), characterId }),
  },
  validateSearch: (search: Record<string, unknown>): CharacterSearch => ({
    build: readId(search['build']),
    with: readId(search['with']),
  }),
  // The whole page uses the event of the path: picker, scores and links.
  beforeLoad: async ({ params, search }) => {
    const events = await queryClient.ensureQueryData(read('getEvents', {})).catch(() => null)
    const isCurrent = events?.find(({ id }) => id === params.eventId)?.is_current ?? false
    const wanted = isCurrent ? undefined : params.eventId
    if (events && search.event !== wanted)
      throw redirect({ to: '.', search: (before: object) => ({ ...before, event: wanted }), replace: true })
  },
  loaderDeps: ({ search }) => ({ event: search.event }),
  loader: ({ params: { userId: user_id, characterId: character_id }, deps }) => {
    const event = deps.event ?? 'current'
    prefetchScores(event)
    void queryClient.prefetchQuery(read('getUserById', { user_id }))
    void queryClient.prefetchQuery(read('getUserCharacters', { user_id }))
    void queryClient.prefetchInfiniteQuery(buildPages(user_id, character_id))
    void queryClient.prefetchQuery(read('getCharacterHistory', { user_id, character_id }))
    void queryClient.prefetchQuery(read('getAtlasProgression', { ...eventInput(event), user_id }))
    void queryClient.prefetchQuery(read('getUsersForEvent', eventInput(event)))
  },
  component: Character,
})

function Character() {
  return (
    <>
      <DataGuard title={t('nav.profile')} failure={null}>
        <Suspense fallback={<StripSkeleton />}>
          <CharacterStrip user_id={Route.useParams().userId} />
        </Suspense>
      </DataGuard>
      <DataGuard title={t('nav.profile')}>
        <Suspense fallback={<CharacterSkeleton />}>
          <OfEvent />
        </Suspense>
      </DataGuard>
    </>
  )
}

const StripSkeleton = () => (
  <div className="character-strip">
    <Skeleton width={320} height={14} />
  </div>
)

function CharacterSkeleton() {
  return (
    <>
      <div className="character-head">
        <div>
          <Skeleton width={280} height={38} />
          <p className="character-line">
            <Skeleton width={320} height={14} />
          </p>
        </div>
      </div>
      <SkeletonRows rows={12} height={54} label={t('loading')} />
    </>
  )
}

function OfEvent() {
  const event = useEvent()
  const { userId, characterId } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (next: Partial<CharacterSearch>) =>
    // Moving through builds adds no history entry.
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true, resetScroll: false })
  if (!event) return <NotFoundPage />
  return (
    <>
      <title>{t('title.page', { title: t('nav.profile') })}</title>
      {/* Another character gets a new page, although the component is the same. */}
      <CharacterPage
        key={characterId}
        user_id={userId}
        event={event}
        character_id={characterId}
        search={search}
        onSearch={change}
      />
    </>
  )
}
