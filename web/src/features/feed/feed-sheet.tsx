import './score-feed.css'
import '../../messages/feed.ts'
import { Suspense, useState } from 'react'
import { DataGuard } from '../../api/calls/data-block.tsx'
import { useTeams } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { changePreferences, toastChoices, usePreferences } from '../../lib/browser/preferences.ts'
import { Sheet } from '../../ui/overlays/dialog.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { SkeletonRows } from '../../ui/layout/states.tsx'
import { Segments } from '../../ui/forms/toggles.tsx'
import { ChangeList } from './change-list.tsx'

/** All live changes of points, and the switch for notifications. */
export function FeedSheet({ onClose }: { onClose: () => void }) {
  const { toasts } = usePreferences()
  return (
    <Sheet title={t('scoreFeed.title')} onClose={onClose}>
      <p className="quiet small">{t('scoreFeed.lead')}</p>
      <div className="score-feed-choice">
        <span className="small quieter">{t('scoreFeed.toasts')}</span>
        <Segments
          label={t('scoreFeed.toasts')}
          value={toasts}
          choices={toastChoices.map((value) => ({ value, label: t(`scoreFeed.${value}`) }))}
          onChange={(value) => changePreferences({ toasts: value })}
        />
      </div>
      <DataGuard title={t('scoreFeed.title')}>
        <Suspense fallback={<SkeletonRows rows={10} height={52} label={t('loading')} />}>
          <Changes onAsk={onClose} />
        </Suspense>
      </DataGuard>
    </Sheet>
  )
}

function Changes({ onAsk }: { onAsk: () => void }) {
  const teams = useTeams()
  const [of, setOf] = useState('')
  return (
    <>
      <Select
        label={t('scoreFeed.team')}
        value={of}
        choices={[
          { value: '', label: t('scoreFeed.everyTeam') },
          ...teams.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={setOf}
      />
      <ChangeList key={of} team_id={of === '' ? undefined : Number(of)} onAsk={onAsk} />
    </>
  )
}
