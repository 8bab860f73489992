import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { FailureNote } from '../../api/calls/data-block.tsx'
import { t } from '../../lib/text/messages.ts'
import { paths } from '../../lib/paths.ts'
import { nameButton } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/layout/states.tsx'

/** Title of page and tab, and a column of content. */
export function PlainPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="wrap page">
      <title>{t('title.page', { title })}</title>
      <h1 className="page-title">{title}</h1>
      {children}
    </div>
  )
}

const HomeLink = () => (
  <Link to={paths.home} className={nameButton({})}>
    {t('goHome')}
  </Link>
)

export function NotFoundPage() {
  return (
    <PlainPage title={t('notFound.title')}>
      <Empty title={t('notFound.lead')} text={t('notFound.text')}>
        <HomeLink />
      </Empty>
    </PlainPage>
  )
}

/** Inside the score pages: the event has no such category. Links between events lead here. */
export function NoSuchTab() {
  return (
    <>
      <title>{t('title.page', { title: t('notFound.title') })}</title>
      <h1 className="page-title">{t('notFound.title')}</h1>
      <Empty title={t('notFound.lead')} text={t('notFound.tabText')}>
        <Link to={paths.ladder} search={true} className={nameButton({})}>
          {t('notFound.toLadder')}
        </Link>
      </Empty>
    </>
  )
}

/** The last resort of a route: the page around it stays. */
export function BrokenPage({ error, reset }: { error: unknown; reset: () => void }) {
  // An error caught by the boundary is reported like an uncaught one.
  useEffect(() => reportError(error), [error])
  return (
    <PlainPage title={t('broken.title')}>
      <FailureNote problem={error} title={t('broken.lead')} onRetry={reset} />
    </PlainPage>
  )
}
