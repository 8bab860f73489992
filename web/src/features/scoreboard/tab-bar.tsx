import './scoreline.css'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { t } from '../../lib/text/messages.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import { lazyPart } from '../../ui/deferred/lazy-part.ts'
import { useCurrentTab, useTabs } from './score-tabs.ts'
import { linkTo, OwnRank } from './tab-link.tsx'

const TabSheet = lazyPart(() => import('./tab-sheet.tsx').then((module) => ({ default: module.TabSheet })))

/** Opens and closes the rules of the page; `panel_id` is the element with the rules. */
export interface RulesSwitch {
  readonly isOpen: boolean
  readonly panel_id: string
  readonly onChange: (isOpen: boolean) => void
}

/** The score pages of the event with the rank of the viewer's team in each; on phones one row that opens a sheet. */
export function TabBar({ rules }: { rules: RulesSwitch }) {
  const tabs = useTabs()
  const [isOpen, setOpen] = useState(false)
  const current = useCurrentTab()
  const list = useRef<HTMLDivElement>(null)
  // The tabs may be wider than the page; the open one must be in view. Its position is read after the browser has drawn: an
  // earlier read would force layout.
  useEffect(() => {
    const frame = list.current
    const tab = frame?.querySelector<HTMLElement>('[aria-current]')
    if (!tab || !frame) return
    const observer = new ResizeObserver(() => {
      frame.scrollLeft = tab.offsetLeft - frame.offsetLeft - 64
      observer.disconnect()
    })
    observer.observe(frame)
    return () => observer.disconnect()
  }, [current?.slug])
  return (
    <nav className="score-tabs" aria-label={t('scores.pages')}>
      <div className="wrap score-tabs-row">
        <div className="tabs" ref={list}>
          {tabs.map((tab) => (
            <Link key={tab.slug} className="tab" {...linkTo(tab)} aria-current={tab.slug === current?.slug ? 'page' : undefined}>
              <bdi>{tab.title}</bdi>
              <OwnRank tab={tab} />
            </Link>
          ))}
        </div>
        <button
          type="button"
          className="score-tabs-phone"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(true)}
        >
          <bdi className="clip">{current?.title ?? t('scores.title')}</bdi>
          <Icon name="down" />
          <small>{t('scores.pageCount', { count: tabs.length })}</small>
        </button>
        <button
          type="button"
          className="score-rules"
          aria-expanded={rules.isOpen}
          aria-controls={rules.panel_id}
          onClick={() => rules.onChange(!rules.isOpen)}
        >
          <Icon name="rules" size={14} />
          {t(rules.isOpen ? 'scores.hideRules' : 'scores.showRules')}
        </button>
        <Suspense>{isOpen && <TabSheet tabs={tabs} current={current} onClose={() => setOpen(false)} />}</Suspense>
      </div>
    </nav>
  )
}
