import '../../../messages/admin.ts'
import './navigation.css'
import type { AdminPage, Caller } from '@muster/domain/access'
import { Suspense, useState } from 'react'
import { useServerNow } from '../../../api/live/clock.ts'
import { useKnownEvent } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { lazyPart } from '../../../ui/deferred/lazy-part.ts'
import { Icon } from '../../../ui/marks/icon.tsx'
import { type AdminEntry, type AdminGroup, adminGroups, isEntryOf, linkTo } from './admin-links.ts'
import { EventHead, readStateOf } from './event-head.tsx'
import { EntryLink, type NavigationGroup, type NavigationLink } from './entry-link.tsx'

const NavigationSheet = lazyPart(() => import('./navigation-sheet.tsx').then((module) => ({ default: module.NavigationSheet })))

const nameEntry = (entry: AdminEntry) =>
  entry === 'status' ? t('admin.status') : entry === 'rules' ? t('admin.rules') : t(`admin.page.${entry}`)

/** The pages that the viewer may open: the overview, and the groups that have any. */
function useNavigation(caller: Caller): { overview: NavigationLink | undefined; groups: NavigationGroup[] } {
  const event = useKnownEvent() ?? null
  const now = useServerNow(60_000)
  const toLink = (entry: AdminEntry): NavigationLink[] => {
    const to = isEntryOf(entry, caller) ? linkTo(entry, event?.id ?? null) : null
    return to === null ? [] : [{ entry, to, label: nameEntry(entry) }]
  }
  const state = event && readStateOf(event, now)
  const present: AdminGroup | null = state === null || state === 'ended' ? null : state === 'running' ? 'run' : 'prepare'
  const groups = (Object.keys(adminGroups) as AdminGroup[])
    .map((group) => ({ group, links: adminGroups[group].flatMap(toLink), is_now: group === present }))
    .filter(({ links }) => links.length > 0)
  return { overview: toLink('home')[0], groups }
}

/** The navigation of the admin area: beside the page or above it, on phones a row that opens a sheet. */
export function AdminNavigation({ caller, current }: { caller: Caller; current: AdminPage | undefined }) {
  const { overview, groups } = useNavigation(caller)
  const [isOpen, setOpen] = useState(false)
  return (
    <nav className="admin-nav" aria-label={t('admin.pages')}>
      <div className="wrap">
        <EventHead caller={caller} />
        <div className="admin-nav-groups">
          {overview && <EntryLink link={overview} current={current} />}
          {groups.map(({ group, links, is_now }) => (
            <div key={group} className="admin-nav-group">
              <p id={`admin-group-${group}`} className={is_now ? 'is-now' : undefined}>
                {t(`admin.group.${group}`)}
                {is_now && <small>{t('admin.groupNow')}</small>}
              </p>
              <ul aria-labelledby={`admin-group-${group}`}>
                {links.map((link) => (
                  <li key={link.entry}>
                    <EntryLink link={link} current={current} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <button
          type="button"
          className="admin-nav-phone"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(true)}
        >
          {t(`admin.page.${current ?? 'home'}`)}
          <Icon name="down" />
        </button>
        <Suspense>
          {isOpen && <NavigationSheet overview={overview} groups={groups} current={current} onClose={() => setOpen(false)} />}
        </Suspense>
      </div>
    </nav>
  )
}
