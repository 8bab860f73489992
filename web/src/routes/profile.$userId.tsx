import { createFileRoute, notFound, Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { DataGuard } from '../api/calls/data-block.tsx'
import { queryClient, read } from '../api/calls/queries.ts'
import { CharacterStrip } from '../features/profile/profile-layout.tsx'
import { t } from '../lib/text/messages.ts'
import { readId } from '../lib/text/search.ts'
import { Skeleton } from '../ui/layout/states.tsx'

export const Route = createFileRoute('/profile/$userId')({
  params: {
    parse: ({ userId }) => {
      const id = readId(userId)
      if (id === undefined) throw notFound()
      return { userId: id }
    },
    stringify: ({ userId }) => ({ userId: String(userId) }),
  },
  loader: ({ params: { userId: user_id } }) => {
    void queryClient.prefetchQuery(read('getUserById', { user_id }))
    void queryClient.prefetchQuery(read('getUserCharacters', { user_id }))
  },
  component: Profile,
})

function Profile() {
  const { userId } = Route.useParams()
  return (
    <div className="wrap">
      <DataGuard title={t('nav.profile')} failure={null}>
        <Suspense
          fallback={
            <div className="character-strip">
              <Skeleton width={320} height={14} />
            </div>
          }
        >
          <CharacterStrip user_id={userId} />
        </Suspense>
      </DataGuard>
      <Outlet />
    </div>
  )
}
