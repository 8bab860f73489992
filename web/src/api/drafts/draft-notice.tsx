import '../../messages/drafts.ts'
import { t } from '../../lib/text/messages.ts'
import { formatDay, formatDayTime } from '../../lib/time/time.ts'
import { useStored } from '../../lib/store.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import type { FormDraft } from './use-draft.ts'

/** Within this time, the name of a day is enough. */
const namedDays_ms = 6 * 24 * 3_600_000
const formatTime = (at: number) => (Date.now() - at < namedDays_ms ? formatDayTime(at) : formatDay(at))

interface NoticeProps<V> {
  draft: FormDraft<V>
  /** The input, read when the button is pressed. */
  read: () => V
  /** Shows other values in the fields. */
  onShow: (values: V) => void
}

/** Says that the input of a form is a draft from earlier, and discards it or puts it back. */
export function DraftNotice<V extends object>({ draft, read, onShow }: NoticeProps<V>) {
  const { found, isUnsaved, discarded } = useStored(draft.state)
  if (discarded)
    return (
      <div className="draft-notice" role="status">
        <p>{t('draft.discarded')}</p>
        <Button size="small" onClick={() => onShow(draft.putBack())}>
          {t('draft.putBack')}
        </Button>
      </div>
    )
  if (!found || !isUnsaved) return null
  return (
    <div className="draft-notice" role="status">
      <Icon name="note" size={14} />
      <p>
        {t('draft.found', { time: formatTime(found.typed_at) })}
        {found.isOutdated && ` ${t('draft.outdated')}`}
      </p>
      <Button size="small" onClick={() => onShow(draft.discard(read()))}>
        {t('draft.discard')}
      </Button>
    </div>
  )
}
