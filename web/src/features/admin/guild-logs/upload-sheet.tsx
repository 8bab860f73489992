import './guild-logs.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-guild-logs.ts'
import type { Guild } from '@muster/contract/guilds'
import { cutIntoBatches, previewUpload } from '@muster/domain/guilds/log-batches'
import { useMemo, useState } from 'react'
import { useServerNow } from '../../../api/live/clock.ts'
import { useEvent } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { FormSheet, useUnsaved } from '../kit/form-sheet.tsx'
import { UploadHelp } from './upload-help.tsx'
import { UploadInput } from './upload-input.tsx'
import { UploadPreviewPart } from './upload-preview.tsx'
import { UploadResult } from './upload-result.tsx'
import type { Source } from './upload-sources.ts'
import { useUpload } from './use-upload.ts'

/** Lines per call: about a second of work for the server, and one step of progress. */
const batchLength = 2000
/** Upper bound for how far the clock of the game's site may be ahead. */
const clockDifference_ms = 3_600_000

/** Adds pages of a guild's history; they are read and previewed here before anything is sent. */
export const UploadSheet = ({ guild, onClose }: { guild: Guild; onClose: () => void }) => (
  <FormSheet title={t('guildUpload.title')} onClose={onClose}>
    <Upload guild={guild} onClose={onClose} />
  </FormSheet>
)

function Upload({ guild, onClose }: { guild: Guild; onClose: () => void }) {
  const league = useEvent()?.name ?? ''
  const latest_at = useServerNow(60_000) + clockDifference_ms
  const [sources, setSources] = useState<readonly Source[]>([])
  const [follow, setFollow] = useState(false)
  const upload = useUpload(guild)
  const pages = useMemo(() => sources.flatMap((source) => source.pages), [sources])
  const preview = useMemo(() => (pages.length === 0 ? null : previewUpload(pages, league, latest_at)), [pages, league, latest_at])
  useUnsaved(pages.length > 0 && upload.run?.state !== 'done')
  function startAgain() {
    setSources([])
    setFollow(false)
    upload.forget()
  }
  if (upload.run !== null)
    return <UploadResult guild={guild} {...upload} run={upload.run} onAgain={startAgain} onClose={onClose} />
  return (
    <div className="upload">
      <UploadHelp />
      <UploadInput sources={sources} onSources={setSources} />
      {preview && (
        <UploadPreviewPart
          preview={preview}
          league={league}
          follow={follow}
          onFollow={setFollow}
          onSend={() => upload.start(cutIntoBatches(pages, { most: batchLength, follow, latest_at }), preview)}
        />
      )}
    </div>
  )
}
