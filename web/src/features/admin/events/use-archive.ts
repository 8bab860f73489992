import '../../../messages/admin-events.ts'
import type { Event } from '@muster/contract/events'
import { callForFile } from '../../../api/calls/client.ts'
import { useWrite } from '../../../api/calls/writes.ts'
import { useServerNow } from '../../../api/live/clock.ts'
import { downloadBlob } from '../../../lib/browser/download.ts'
import { t } from '../../../lib/text/messages.ts'
import { showToast } from '../../../ui/overlays/show-toast.ts'

/** The download of an event's public data, available once a public event is over. */
export function useArchive(event: Event) {
  const now = useServerNow(60_000)
  const write = useWrite(() => callForFile('getEventArchive', { event_id: event.id }), {
    onDone: (file) => {
      downloadBlob(`muster-event-${event.id}.jsonl.gz`, file)
      showToast(t('adminEvents.archived', { name: event.name }))
    },
  })
  return {
    is_offered: event.is_public && now >= Date.parse(event.event_end_time),
    write,
    download: () => write.run(undefined as never),
  }
}
