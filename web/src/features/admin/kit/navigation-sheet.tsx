import '../../../messages/admin.ts'
import './navigation.css'
import type { AdminPage } from '@muster/domain/access'
import { t } from '../../../lib/text/messages.ts'
import { Icon } from '../../../ui/marks/icon.tsx'
import { Sheet } from '../../../ui/overlays/dialog.tsx'
import { EntryLink, type NavigationGroup, type NavigationLink } from './entry-link.tsx'

interface NavigationSheetProps {
  overview: NavigationLink | undefined
  groups: readonly NavigationGroup[]
  current: AdminPage | undefined
  onClose: () => void
}

/**
 * The navigation on phones. One group is open at a time: at first that of the page, or that of the event's phase if the page is
 * in none.
 */
export function NavigationSheet({ overview, groups, current, onClose }: NavigationSheetProps) {
  const isAtPage = ({ links }: NavigationGroup) => links.some(({ entry }) => entry === current)
  const opened = groups.find(isAtPage) ?? groups.find(({ is_now }) => is_now) ?? groups[0]
  return (
    <Sheet title={t('admin.pages')} onClose={onClose}>
      {overview && (
        <div className="sheet-list admin-nav-list">
          <EntryLink link={overview} current={current} onClick={onClose} />
        </div>
      )}
      {groups.map(({ group, links, is_now }) => (
        <details key={group} name="admin-pages" className="admin-nav-fold" open={group === opened?.group}>
          <summary>
            {t(`admin.group.${group}`)}
            {is_now && <small>{t('admin.groupNow')}</small>}
            <span className="num">{links.length}</span>
            <Icon name="down" />
          </summary>
          <ul className="sheet-list">
            {links.map((link) => (
              <li key={link.entry}>
                <EntryLink link={link} current={current} onClick={onClose} />
              </li>
            ))}
          </ul>
        </details>
      ))}
    </Sheet>
  )
}
