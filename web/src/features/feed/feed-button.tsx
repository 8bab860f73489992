import { Suspense, useState } from 'react'
import { t } from '../../lib/text/messages.ts'
import { usePreferences } from '../../lib/browser/preferences.ts'
import { IconButton } from '../../ui/forms/button.tsx'
import { lazyPart } from '../../ui/deferred/lazy-part.ts'

const FeedSheet = lazyPart(() => import('./feed-sheet.tsx').then((module) => ({ default: module.FeedSheet })))
const ScoreToasts = lazyPart(() => import('./score-toasts.tsx').then((module) => ({ default: module.ScoreToasts })))

/** Opens the feed of score changes; notifications are off by default. */
export function FeedButton() {
  const [isOpen, setOpen] = useState(false)
  const { toasts } = usePreferences()
  return (
    <>
      <IconButton
        label={t('scoreFeed.title')}
        icon="clock"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      <Suspense>{isOpen && <FeedSheet onClose={() => setOpen(false)} />}</Suspense>
      <Suspense>{toasts !== 'none' && <ScoreToasts teams={toasts} />}</Suspense>
    </>
  )
}
