import '../../messages/own-data.ts'
import './own-data.css'
import { type DataKind, dataKinds, type KeptData } from '@muster/contract/own-data'
import type { User } from '@muster/contract/users'
import { readEventTitle } from '@muster/domain/events/title'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/calls/client.ts'
import { read } from '../../api/calls/queries.ts'
import { WriteProblem } from '../../api/calls/write-problem.tsx'
import { useWrite } from '../../api/calls/writes.ts'
import { downloadFile } from '../../lib/browser/download.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { formatDay } from '../../lib/time/time.ts'
import { Button } from '../../ui/forms/button.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { DeleteAccount } from './delete-account.tsx'
import { SettingsRow } from './settings-row.tsx'

/** The server's upper bound for counts. */
const maxCounted = 10_000

/** The stored data about a user, its download, and the deletion of the account. */
export function OwnData({ user }: { user: User }) {
  const [isLeaving, setLeaving] = useState(false)
  const download = useWrite(() => call('exportOwnData', {}), {
    onDone: (data) => {
      downloadFile('muster-data.json', JSON.stringify(data, null, 1), 'application/json')
      showToast(t('data.downloaded'))
    },
  })
  return (
    <>
      <SettingsRow title={t('data.kept')}>
        <p className="quiet">{t('data.keptText')}</p>
        <Kept />
      </SettingsRow>
      <SettingsRow title={t('data.download')}>
        <p className="quiet">{t('data.downloadText')}</p>
        <Button isBusy={download.is_busy} onClick={() => download.run(undefined as never)}>
          {t('data.downloadAct')}
        </Button>
        <WriteProblem write={download} />
      </SettingsRow>
      <SettingsRow title={t('data.delete')}>
        <p className="quiet">{t('data.deleteText')}</p>
        <Button kind="bad" onClick={() => setLeaving(true)}>
          {t('data.deleteAct')}
        </Button>
        {isLeaving && <DeleteAccount user={user} onClose={() => setLeaving(false)} />}
      </SettingsRow>
    </>
  )
}

function Kept() {
  const { kinds, events } = useSuspenseQuery(read('getKeptData', {})).data
  return (
    <>
      <Periods events={events} />
      <KeptKinds kinds={kinds} />
    </>
  )
}

/** Events whose organisers chose a retention period; data of other events is kept until the account is deleted. */
function Periods({ events }: Pick<KeptData, 'events'>) {
  const limited = events.filter(({ raw_kept_until, final_since }) => raw_kept_until !== null || final_since !== null)
  if (limited.length === 0) return null
  return (
    <ul className="kept-periods" aria-label={t('data.periods')}>
      {limited.map(({ id, name, raw_kept_until, final_since }) => (
        <li key={id}>
          <bdi>{readEventTitle(name)}</bdi>
          {': '}
          {final_since === null
            ? t('data.keptUntil', { day: formatDay(Date.parse(raw_kept_until ?? '')) })
            : t('data.removedOn', { day: formatDay(Date.parse(final_since)) })}
        </li>
      ))}
    </ul>
  )
}

function KeptKinds({ kinds }: Pick<KeptData, 'kinds'>) {
  const rowsOf = new Map<DataKind, number>(kinds.map(({ kind, rows }) => [kind, rows]))
  return (
    <details className="kept">
      <summary>{t('data.keptOpen')}</summary>
      <dl>
        {dataKinds.map((kind) => (
          <div key={kind} className="kept-kind">
            <dt>
              {t(`data.${kind}`)} <Entries rows={rowsOf.get(kind) ?? 0} />
            </dt>
            <dd>{t(`data.${kind}Text`)}</dd>
            <dd className="quieter small">
              {t('data.seen')}: {t(`data.${kind}Seen`)}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function Entries({ rows }: { rows: number }) {
  const isMore = rows >= maxCounted
  const count = formatCount(isMore ? maxCounted : rows)
  return <span className="quieter small">{isMore ? t('data.entriesOver', { count }) : t('data.entries', { count: rows })}</span>
}
