import type { AdminPage } from '@muster/domain/access'
import { Link, type LinkOptions } from '@tanstack/react-router'
import type { AdminEntry, AdminGroup } from './admin-links.ts'

export interface NavigationLink {
  readonly entry: AdminEntry
  readonly to: LinkOptions
  readonly label: string
}

export interface NavigationGroup {
  readonly group: AdminGroup
  readonly links: readonly NavigationLink[]
  /** Whether the event is in this phase. */
  readonly is_now: boolean
}

interface EntryLinkProps {
  link: NavigationLink
  current: AdminPage | undefined
  onClick?: () => void
}

export const EntryLink = ({ link: { entry, to, label }, current, onClick }: EntryLinkProps) => (
  <Link
    {...to}
    search={true}
    activeOptions={{ exact: true }}
    aria-current={entry === current ? 'page' : undefined}
    {...(onClick && { onClick })}
  >
    {label}
  </Link>
)
