import '../../../messages/admin.ts'
import './kit.css'
import type { Role } from '@muster/contract/users'
import { type AdminPage as AdminPageName, adminPages, hasRight, mayOpen } from '@muster/domain/access'
import { games } from '@muster/domain/events/games'
import { Navigate, useMatches } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { DataGuard } from '../../../api/calls/data-block.tsx'
import { useKnownEvent } from '../../../api/scores/event.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/text/messages.ts'
import { Empty, SkeletonRows } from '../../../ui/layout/states.tsx'
import { guildPages, widePages } from './admin-links.ts'
import { AdminNavigation } from './admin-navigation.tsx'
import { AdminPage } from './admin-page.tsx'
import { OtherEventBar } from './event-head.tsx'
import { NoEvent } from './no-event.tsx'
import { NoGuildTabs } from './no-guild-tabs.tsx'
import { TroubleNotice } from './trouble-notice.tsx'
import { useCaller } from './use-caller.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Names the admin page of a route; the access table says who may open it. */
    readonly adminPage?: AdminPageName
  }
}

/**
 * The navigation of the admin area, and the guard around its pages. It is evaluated on every navigation and when the viewer's
 * roles change. A viewer without any right is sent home; a viewer without the right of this page reads which one it needs. Plain
 * team members get only the pages open to them. If no event is chosen, pages about one ask for it.
 */
export function AdminFrame({ children }: { children: ReactNode }) {
  const caller = useCaller()
  const event = useKnownEvent()
  const page = useMatches({ select: (matches) => matches.findLast((match) => match.staticData.adminPage)?.staticData.adminPage })
  if (caller === undefined) return <FrameSkeleton page={page} />
  const isOpen = page !== undefined && mayOpen(page, caller)
  if (!isOpen && !hasRight('open_admin_area', caller)) return <Navigate to={paths.home} replace />
  return (
    <Frame page={page} navigation={<AdminNavigation caller={caller} current={page} />}>
      <OtherEventBar />
      {hasRight('see_status', caller) && <TroubleNotice />}
      {page !== undefined && !isOpen ? (
        <NoRight page={page} />
      ) : (
        <DataGuard title={t('nav.admin')}>
          <Suspense fallback={<PageSkeleton page={page} />}>
            {page !== undefined && aboutOneEvent.has(page) && event === null ? (
              <AdminPage title={t(`admin.page.${page}`)}>
                <NoEvent />
              </AdminPage>
            ) : page !== undefined && guildPages.has(page) && event && !games[event.game_version].guild_tabs ? (
              <AdminPage title={t(`admin.page.${page}`)}>
                <NoGuildTabs />
              </AdminPage>
            ) : (
              children
            )}
          </Suspense>
        </DataGuard>
      )}
    </Frame>
  )
}

interface FrameProps {
  page: AdminPageName | undefined
  navigation: ReactNode
  children: ReactNode
}

const Frame = ({ page, navigation, children }: FrameProps) => (
  <div className={page !== undefined && widePages.has(page) ? 'admin-frame is-wide' : 'admin-frame'}>
    {navigation}
    <div>{children}</div>
  </div>
)

/** Pages that need an event, and whose address does not name one. */
const aboutOneEvent: ReadonlySet<AdminPageName> = new Set([
  'signups',
  'team_sort',
  'submissions',
  'corrections',
  'announcements',
  'broadcast',
  'team_suggestions',
  'problems',
  'tracking',
  'activity',
  ...guildPages,
])

function FrameSkeleton({ page }: { page: AdminPageName | undefined }) {
  return (
    <Frame page={page} navigation={<div className="admin-nav" />}>
      <PageSkeleton page={page} />
    </Frame>
  )
}

function PageSkeleton({ page }: { page: AdminPageName | undefined }) {
  return (
    <AdminPage title={t(`admin.page.${page ?? 'home'}`)}>
      <SkeletonRows rows={8} height={48} label={t('loading')} />
    </AdminPage>
  )
}

function NoRight({ page }: { page: AdminPageName }) {
  const needed = adminPages[page] as readonly (Role | 'team_lead' | 'team_member')[]
  return (
    <AdminPage title={t(`admin.page.${page}`)}>
      <Empty
        title={t('admin.noRightTitle')}
        text={t('admin.noRightText', { roles: needed.map((role) => t(`admin.role.${role}`)).join(', ') })}
      />
    </AdminPage>
  )
}
