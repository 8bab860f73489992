import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { TeamId } from '@muster/contract/ids'
import { DataGuard } from '../api/calls/data-block.tsx'
import { LoginButton } from '../api/people/login-button.tsx'
import { useMay } from '../api/people/may.ts'
import { useEvent, useStatus, useTeams } from '../api/scores/event.ts'
import { RoomNav } from '../features/team-room/room-nav.tsx'
import { LoggedOut, WithoutTeam } from '../features/team-room/without-team.tsx'
import { readWishSearch, type WishSearch } from '../features/wishes/search.ts'
import { WishList } from '../features/wishes/wish-list.tsx'
import { useSession } from '../lib/browser/session.ts'
import { t } from '../lib/text/messages.ts'
import { Select } from '../ui/forms/select.tsx'
import { SkeletonRows } from '../ui/layout/states.tsx'

export const Route = createFileRoute('/team/wishes')({
  validateSearch: readWishSearch,
  component: WishesPage,
})

const rows = () => <SkeletonRows rows={6} height={64} label={t('loading')} />

function WishesPage() {
  const isLoggedIn = useSession() !== null
  return (
    <>
      <title>{t('title.page', { title: t('wishes.title') })}</title>
      {isLoggedIn ? (
        <DataGuard title={t('wishes.title')}>
          <Suspense fallback={<div className="wrap page">{rows()}</div>}>
            <OfViewer />
          </Suspense>
        </DataGuard>
      ) : (
        <div className="wrap page">
          <LoggedOut login={<LoginButton isPrimary label={t('login.forSettings')} />} />
        </div>
      )}
    </>
  )
}

/** Members see their own team; admins may choose any. */
function OfViewer() {
  const event = useEvent()
  const { team_id } = useStatus()
  const seesAll = useMay('getTeamWishes')
  const teams = useTeams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const chosen = seesAll ? teams.find(({ id }) => id === search.team)?.id : undefined
  const shown = (chosen ?? team_id ?? (seesAll ? teams[0]?.id : undefined)) as TeamId | undefined
  if (event && shown === undefined)
    return (
      <div className="wrap page">
        <WithoutTeam event={event} />
      </div>
    )
  const choose = (team: number) =>
    void navigate({ search: (before: WishSearch) => ({ ...before, team }), replace: true, resetScroll: false })
  return (
    <>
      {team_id !== null && <RoomNav />}
      <div className="wrap page">
        <header className="page-head">
          <h1 className="page-title">{t('wishes.title')}</h1>
          {seesAll && shown !== undefined && (
            <Select
              name={t('wishes.ofTeam')}
              value={String(shown)}
              choices={teams.map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={(id) => choose(Number(id))}
            />
          )}
        </header>
        <p className="wishes-lead quiet">{t('wishes.lead')}</p>
        {shown !== undefined && (
          <DataGuard title={t('wishes.title')} key={shown}>
            <Suspense fallback={rows()}>
              <WishList team_id={shown} />
            </Suspense>
          </DataGuard>
        )}
      </div>
    </>
  )
}
