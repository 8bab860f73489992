import { Link } from '@tanstack/react-router'
import { t } from '../../lib/text/messages.ts'
import { Sheet } from '../../ui/overlays/dialog.tsx'
import type { ScoreTab } from './score-tabs.ts'
import { linkTo, OwnRank } from './tab-link.tsx'

export function TabSheet({
  tabs,
  current,
  onClose,
}: {
  tabs: readonly ScoreTab[]
  current: ScoreTab | undefined
  onClose: () => void
}) {
  return (
    <Sheet title={t('scores.pages')} onClose={onClose}>
      <ul className="sheet-list">
        {tabs.map((tab) => (
          <li key={tab.slug}>
            <Link onClick={onClose} {...linkTo(tab)} aria-current={tab.slug === current?.slug ? 'page' : undefined}>
              <bdi>{tab.title}</bdi>
              <OwnRank tab={tab} />
            </Link>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
