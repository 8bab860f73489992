import './profile.css'
import './record.css'
import '../../messages/profile.ts'
import '../../messages/record.ts'
import type { PlayerRecord } from '@muster/contract/records'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { readRecord } from '../../api/people/record.ts'
import { useSession } from '../../lib/browser/session.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/text/messages.ts'
import { Button, nameButton } from '../../ui/forms/button.tsx'
import { Empty, Skeleton, SkeletonRows } from '../../ui/layout/states.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { RecordChart } from './record-chart.tsx'
import { RecordClasses } from './record-classes.tsx'
import { RecordEvents } from './record-events.tsx'
import { RecordFinds } from './record-finds.tsx'
import { useRecordRows } from './record-rows.ts'
import { RecordTotals } from './record-totals.tsx'

/**
 * Asks search engines to leave the page out, unless the record exists and its owner shows it to everyone. It is present while the
 * page loads and after a failure.
 */
export function RecordRobots({ user_id }: { user_id: number }) {
  const { data } = useQuery(readRecord(user_id))
  return data?.sharing.shown_to === 'everyone' ? null : <meta name="robots" content="noindex" />
}

/** The visible record of a player over all events. @param login the button of a login, which shows more */
export function RecordPage({ user_id, login }: { user_id: number; login: (label: string) => ReactNode }) {
  const record = useSuspenseQuery(readRecord(user_id)).data
  if (record === null) return <NoRecord />
  return <Shown record={record} login={login} />
}

function NoRecord() {
  return (
    <>
      <title>{t('title.page', { title: t('nav.profile') })}</title>
      <h1 className="page-title player-title">{t('nav.profile')}</h1>
      <Empty title={t('record.nobodyTitle')} text={t('record.nobodyText')}>
        <Link to={paths.home} className={nameButton({})}>
          {t('goHome')}
        </Link>
      </Empty>
    </>
  )
}

function Shown({ record, login }: { record: PlayerRecord; login: (label: string) => ReactNode }) {
  const { user, totals, is_whole, finds } = record
  const isOwn = useSession()?.user_id === user.id
  const rows = useRecordRows(record)
  return (
    <div className="record">
      <title>{t('title.page', { title: user.display_name })}</title>
      <div className="page-head record-head">
        <div>
          <h1 className="page-title">
            <bdi>{user.display_name}</bdi>
          </h1>
          {isOwn && (
            <p>
              {t(`record.shown.${record.sharing.shown_to}`)} <Link to={paths.settings}>{t('record.change')}</Link>
            </p>
          )}
        </div>
        {record.sharing.shown_to === 'everyone' && (
          <Button icon="copy" onClick={() => void copyLink(user.id)}>
            {t('record.copy')}
          </Button>
        )}
      </div>
      {totals && totals.events > 0 && <RecordTotals totals={totals} />}
      {!is_whole && (
        <div className="record-withheld">
          <p>{t('record.withheld', { name: user.display_name })}</p>
          {login(t('record.login'))}
        </div>
      )}
      {rows.length === 0 ? (
        is_whole && <NoEvents name={user.display_name} isOwn={isOwn} />
      ) : (
        <div className="record-columns">
          <div>
            {is_whole && <RecordChart rows={rows} />}
            <RecordEvents rows={rows} user_id={user.id} />
          </div>
          <div>
            {is_whole && <RecordFinds finds={finds} rows={rows} />}
            <RecordClasses rows={rows} />
          </div>
        </div>
      )}
    </div>
  )
}

function NoEvents({ name, isOwn }: { name: string; isOwn: boolean }) {
  return (
    <Empty title={t('record.emptyTitle')} text={isOwn ? t('record.emptyOwnText') : t('record.emptyText', { name })}>
      <Link to={paths.home} search={{ event: undefined }} className={nameButton({ kind: isOwn ? 'primary' : 'plain' })}>
        {t('record.toSignup')}
      </Link>
    </Empty>
  )
}

/** Without the viewer's current event, which is irrelevant to the reader. */
async function copyLink(user_id: number): Promise<void> {
  const address = new URL(paths.profile.replace('$userId', String(user_id)), window.location.origin).href
  try {
    await navigator.clipboard.writeText(address)
    showToast(t('record.copied'), { text: address })
  } catch {
    showToast(t('record.notCopied'), { text: t('record.copyByHand'), kind: 'bad' })
  }
}

/** The height of a record with events. */
export function RecordSkeleton() {
  return (
    <div className="record" aria-busy="true">
      <div className="page-head record-head">
        <Skeleton width={280} height={38} />
      </div>
      <div className="record-totals">
        {Array.from({ length: 5 }, (_, place) => (
          <div key={place}>
            <Skeleton width={96} height={58} />
          </div>
        ))}
      </div>
      <div className="record-columns">
        <SkeletonRows rows={6} height={112} label={t('loading')} />
        <SkeletonRows rows={8} height={48} label={t('loading')} />
      </div>
    </div>
  )
}
