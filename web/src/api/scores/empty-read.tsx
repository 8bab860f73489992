import '../../messages/raw-data.ts'
import type { Event } from '@muster/contract/events'
import type { ReactNode } from 'react'
import { t } from '../../lib/text/messages.ts'
import { formatDay } from '../../lib/time/time.ts'
import { Empty } from '../../ui/layout/states.tsx'

interface EmptyReadProps {
  event: Pick<Event, 'final_since'> | null
  /** Shown if nothing was removed. */
  title: string
  text: string
  children?: ReactNode
}

/** Explains missing game data: nothing was read yet, or it was removed with the raw data of the event. */
export function EmptyRead({ event, title, text, children }: EmptyReadProps) {
  const since = event?.final_since ?? null
  if (since === null)
    return (
      <Empty title={title} text={text}>
        {children}
      </Empty>
    )
  return <Empty title={t('rawData.removedTitle')} text={t('rawData.removedText', { day: formatDay(Date.parse(since)) })} />
}
