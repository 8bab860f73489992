import type { Guild, GuildLogPage } from '@muster/contract/guilds'
import type { UploadPreview } from '@muster/domain/guilds/log-batches'
import { useEffect, useRef, useState } from 'react'
import { callPlain } from '../../../api/calls/client.ts'
import { renewAfter } from '../../../api/calls/writes.ts'
import { Failure } from '../../../api/calls/failure.ts'
import { useEventKey } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { beginRun, sendBatches, type UploadRun } from './upload-run.ts'
import { guildInput } from './use-guilds.ts'

const explain = (thrown: unknown): Failure => (thrown instanceof Failure ? thrown : new Failure(0, 'unknown', t('failure.ours')))

/** An upload in batches: start, stop, resume. It ends with the component; sent batches stay. */
export function useUpload(guild: Guild) {
  const event = useEventKey()
  const [run, setRun] = useState<UploadRun | null>(null)
  const ending = useRef<AbortController | null>(null)
  useEffect(() => () => ending.current?.abort(), [])
  function send(from: UploadRun) {
    const { signal } = (ending.current = new AbortController())
    const onChange = (next: UploadRun) => {
      setRun(next)
      // Once, after the last of many batches.
      if (next.state !== 'sending') renewAfter('addGuildstashHistory')
    }
    void sendBatches(from, {
      send: (batch, aborted) => callPlain('addGuildstashHistory', { ...guildInput(event, guild), body: batch }, aborted),
      signal,
      onChange,
      explain,
    })
  }
  return {
    run,
    start: (batches: readonly GuildLogPage[], preview: UploadPreview) => send(beginRun(batches, preview)),
    stop: () => ending.current?.abort(),
    goOn: () => run && send(run),
    forget: () => setRun(null),
  }
}
