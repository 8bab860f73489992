import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { readStashLook, type StashLook } from '../features/admin/guild/stash-search.ts'
import { StashesPage } from '../features/admin/guild/stashes-page.tsx'

export const Route = createFileRoute('/admin/guild/stashes/')({
  staticData: { adminPage: 'guild_stashes' },
  validateSearch: readStashLook,
  component: Stashes,
})

function Stashes() {
  const look = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = useCallback(
    (next: Partial<StashLook>) =>
      void navigate({ search: (before) => ({ ...before, ...next }), replace: true, resetScroll: false }),
    [navigate],
  )
  return <StashesPage stash_id={undefined} look={look} onLook={change} />
}
