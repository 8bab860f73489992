import '../../../messages/admin-guild-logs.ts'
import type { Guild } from '@muster/contract/guilds'
import { useEffect, useRef, useState } from 'react'
import { Failure } from '../../../api/calls/failure.ts'
import { useEventKey, useScoreTree } from '../../../api/scores/event.ts'
import { downloadCsv } from '../../../lib/text/csv.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { collectRecords } from './log-csv.ts'
import type { LogSearch } from './log-search.ts'

const nameFile = (guild: Guild) =>
  `${
    guild.name
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '') || 'guild'
  }-log.csv`

/** Downloads the matching lines as a file; cancelled when the page is left. */
export function CsvButton({ guild, search }: { guild: Guild; search: LogSearch }) {
  const event = useEventKey()
  const { tree } = useScoreTree()
  const [count, setCount] = useState<number | null>(null)
  const ending = useRef<AbortController | null>(null)
  useEffect(() => () => ending.current?.abort(), [])
  async function save() {
    const controller = new AbortController()
    ending.current = controller
    setCount(0)
    try {
      const nameObjective = (id: number) => tree.by_id.get(id)?.item.name ?? t('guildLog.unknownObjective', { id })
      const records = await collectRecords(event, guild, search, {
        nameObjective,
        signal: controller.signal,
        onProgress: setCount,
      })
      downloadCsv(nameFile(guild), records)
    } catch (failure) {
      if (controller.signal.aborted) return
      showToast(t('guildLog.csvFailed'), { text: failure instanceof Failure ? failure.message : t('failure.ours'), kind: 'bad' })
    }
    setCount(null)
  }
  return (
    <Button isBusy={count !== null} onClick={() => void save()}>
      {count === null || count === 0 ? t('guildLog.csv') : t('guildLog.csvBusy', { count: formatCount(count) })}
    </Button>
  )
}
