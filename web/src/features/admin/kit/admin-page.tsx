import '../../../messages/admin.ts'
import './kit.css'
import type { ReactNode } from 'react'
import { t } from '../../../lib/text/messages.ts'

interface AdminPageProps {
  title: string
  /** The page's purpose or its most urgent message, in a sentence. */
  lead?: ReactNode
  /** Buttons beside the title; the last one is primary. */
  actions?: ReactNode
  children: ReactNode
}

/** A page of the admin area: document title, heading, and content. */
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
