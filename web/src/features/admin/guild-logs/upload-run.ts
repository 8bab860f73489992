import type { GuildLogPage, GuildLogUpload } from '@muster/contract/guilds'
import type { UploadPreview } from '@muster/domain/guilds/log-batches'
import type { Failure } from '../../../api/calls/failure.ts'

/** An upload in progress or stopped; it can be resumed. */
export interface UploadRun {
  readonly batches: readonly GuildLogPage[]
  /** The contents of the pages. Batches share lines, so the server's counts cannot be added up. */
  readonly preview: UploadPreview
  /** Batches that the server has accepted. */
  readonly sent: number
  /** New lines. */
  readonly added: number
  readonly state: 'sending' | 'stopped' | 'failed' | 'done'
  readonly failure: Failure | null
}

export const beginRun = (batches: readonly GuildLogPage[], preview: UploadPreview): UploadRun => ({
  batches,
  preview,
  sent: 0,
  added: 0,
  state: 'sending',
  failure: null,
})

interface Sending {
  readonly send: (batch: GuildLogPage, signal: AbortSignal) => Promise<GuildLogUpload>
  readonly signal: AbortSignal
  readonly onChange: (run: UploadRun) => void
  /** The error to show for a failed call; null if it was cancelled here. */
  readonly explain: (thrown: unknown) => Failure | null
}

/** Sends batch after batch, from where a run stopped, and reports each step. */
export async function sendBatches(given: UploadRun, { send, signal, onChange, explain }: Sending): Promise<void> {
  let run: UploadRun = { ...given, state: 'sending', failure: null }
  onChange(run)
  for (const batch of run.batches.slice(run.sent)) {
    try {
      const answer = await send(batch, signal)
      run = { ...run, sent: run.sent + 1, added: run.added + answer.number_of_added_entries }
      onChange(run)
    } catch (thrown) {
      const failure = signal.aborted ? null : explain(thrown)
      return onChange({ ...run, state: failure === null ? 'stopped' : 'failed', failure })
    }
  }
  onChange({ ...run, state: 'done' })
}
