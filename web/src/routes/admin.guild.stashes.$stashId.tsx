import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { readStashLook, type StashLook } from '../features/admin/guild/stash-search.ts'
import { StashesPage } from '../features/admin/guild/stashes-page.tsx'

export const Route = createFileRoute('/admin/guild/stashes/$stashId')({
  staticData: { adminPage: 'guild_stashes' },
  validateSearch: readStashLook,
  component: Stash,
})

function Stash() {
  const { stashId } = Route.useParams()
  const look = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = useCallback(
    (next: Partial<StashLook>) =>
      void navigate({ search: (before) => ({ ...before, ...next }), replace: true, resetScroll: false }),
    [navigate],
  )
  return <StashesPage stash_id={stashId} look={look} onLook={change} />
}
