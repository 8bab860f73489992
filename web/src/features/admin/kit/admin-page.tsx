import '../../../messages/admin.ts'
import './kit.css'
import type { ReactNode } from 'react'
import { t } from '../../../lib/text/messages.ts'

interface AdminPageProps {
  title: string
  /** What the page is for, or what is most urgent, in a sentence. */
  lead?: ReactNode
  /** Buttons beside the title; the last one is the main one. */
  actions?: ReactNode
  children: ReactNode
}

/** A page of the admin area: the title of the tab, a head, and what stands below. */
export function AdminPage({ title, lead, actions, children }: AdminPageProps) {
  return (
    <div className="wrap page">
      <title>{t('title.page', { title })}</title>
      <header className="page-head">
        <div>
          <h1 className="page-title">
            <bdi>{title}</bdi>
          </h1>
          {lead && <p>{lead}</p>}
        </div>
        {actions && <div className="admin-actions">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
