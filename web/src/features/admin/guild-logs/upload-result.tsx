import './guild-logs.css'
import '../../../messages/admin-guild-logs.ts'
import type { Guild } from '@muster/contract/guilds'
import { Suspense } from 'react'
import { DataGuard } from '../../../api/calls/data-block.tsx'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { Button, ButtonRow } from '../../../ui/forms/button.tsx'
import { SkeletonRows } from '../../../ui/layout/states.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { Coverage } from './coverage-strip.tsx'
import { LeftOut } from './upload-preview.tsx'
import type { UploadRun } from './upload-run.ts'

interface ResultProps {
  guild: Guild
  run: UploadRun
  stop: () => void
  goOn: () => void
  onAgain: () => void
  onClose: () => void
}

/** Progress of an upload, its result, and what the log still lacks. */
export function UploadResult({ guild, run, stop, goOn, onAgain, onClose }: ResultProps) {
  const { state, sent, batches, failure } = run
  const progress = t('guildUpload.sending', { done: formatCount(sent), total: formatCount(batches.length) })
  return (
    <section className="upload" aria-label={t('guildUpload.result')}>
      <div role="status" className="upload-progress">
        {state !== 'done' && (
          <>
            <p>{progress}</p>
            <progress max={batches.length} value={sent} aria-label={progress} />
          </>
        )}
        {state === 'stopped' && <p>{t('guildUpload.stopped')}</p>}
        {sent > 0 && <Counts run={run} />}
      </div>
      {failure && (
        <p className="form-problem" role="alert">
          <Icon name="warning" size={14} />
          <span>{failure.message}</span>
        </p>
      )}
      {state !== 'sending' && sent > 0 && (
        <DataGuard title={t('guildLogs.title')}>
          <Suspense fallback={<SkeletonRows rows={2} height={32} label={t('loading')} />}>
            <Coverage guild={guild} />
          </Suspense>
        </DataGuard>
      )}
      <ButtonRow>
        {state === 'sending' && <Button onClick={stop}>{t('guildUpload.stop')}</Button>}
        {state !== 'sending' && <Button onClick={onAgain}>{t('guildUpload.again')}</Button>}
        {(state === 'stopped' || state === 'failed') && (
          <Button kind="primary" onClick={goOn}>
            {t('guildUpload.goOn')}
          </Button>
        )}
        {state === 'done' && (
          <Button kind="primary" onClick={onClose}>
            {t('guildUpload.done')}
          </Button>
        )}
      </ButtonRow>
    </section>
  )
}

function Counts({ run: { added, preview, state } }: { run: UploadRun }) {
  const known = preview.lines - added
  return (
    <>
      <p>
        <strong className="strong">{added === 0 ? t('guildUpload.addedNone') : t('guildUpload.added', { count: added })}</strong>{' '}
        {state === 'done' && known > 0 && t('guildUpload.known', { count: known })}
      </p>
      {state === 'done' && <LeftOut preview={preview} />}
    </>
  )
}
