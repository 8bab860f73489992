import './guild-logs.css'
import '../../../messages/admin-guild-logs.ts'
import { readEventTitle } from '@muster/domain/events/title'
import type { UploadPreview } from '@muster/domain/guilds/log-batches'
import { t } from '../../../lib/text/messages.ts'
import { formatFull } from '../../../lib/time/time.ts'
import { Button, ButtonRow } from '../../../ui/forms/button.tsx'
import { Check } from '../../../ui/forms/fields.tsx'
import { formatLength } from './length.ts'

/** A longer list would not be read. */
const named = 3

/** Lines left out of the log, and why. */
export function LeftOut({ preview: { foreign, unreadable, other_leagues } }: { preview: UploadPreview }) {
  return (
    <>
      {foreign > 0 && <p>{t('guildUpload.foreign', { count: foreign, leagues: other_leagues.slice(0, named).join(', ') })}</p>}
      {unreadable > 0 && <p>{t('guildUpload.unreadable', { count: unreadable })}</p>}
    </>
  )
}

interface PreviewProps {
  preview: UploadPreview
  league: string
  /** The pages are consecutive. */
  follow: boolean
  onFollow: (follow: boolean) => void
  onSend: () => void
}

/** The contents of the pages, before anything is sent. */
export function UploadPreviewPart({ preview, league, follow, onFollow, onSend }: PreviewProps) {
  const { lines, from, to, seams } = preview
  const name = readEventTitle(league)
  return (
    <section className="upload-preview" aria-label={t('guildUpload.preview')}>
      <h3 className="block-title">{t('guildUpload.preview')}</h3>
      {lines === 0 || from === null || to === null ? (
        <p className="bad">{t('guildUpload.noLines', { league: name })}</p>
      ) : (
        <p>
          <strong className="strong">{t('guildUpload.lines', { count: lines, league: name })}</strong>{' '}
          {t('guildUpload.span', { from: formatFull(from), to: formatFull(to) })}
        </p>
      )}
      <LeftOut preview={preview} />
      {seams.length > 0 && (
        <>
          <p>
            {t('guildUpload.seams', {
              count: seams.length,
              spans: seams
                .slice(0, named)
                .map((seam) => formatLength((seam.to - seam.from) / 1000))
                .join(', '),
            })}
          </p>
          <Check
            isOn={follow}
            onChange={onFollow}
            label={
              <>
                {t('guildUpload.follow')} <span className="quieter">{t('guildUpload.followHelp')}</span>
              </>
            }
          />
        </>
      )}
      <ButtonRow>
        <Button kind="primary" disabled={lines === 0} onClick={onSend}>
          {lines === 0 ? t('guildUpload.sendNothing') : t('guildUpload.send', { count: lines })}
        </Button>
      </ButtonRow>
    </section>
  )
}
