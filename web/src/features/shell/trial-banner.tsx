import './shell.css'
import { useQuery } from '@tanstack/react-query'
import { clockQuery } from '../../api/live/clock.ts'
import { t } from '../../lib/text/messages.ts'

/** On every page of a trial, so that it is not mistaken for a league. */
export function TrialBanner() {
  const { data } = useQuery(clockQuery)
  if (!data?.is_trial) return null
  return (
    <aside className="trial" aria-label={t('trial.title')}>
      <p className="wrap">
        <strong>{t('trial.title')}</strong> {t('trial.text')}
      </p>
    </aside>
  )
}
