import { recogniseBuild } from '@muster/domain/build-codes/build-code'
import { useEffect } from 'react'
import { Failure } from '../../../api/calls/failure.ts'
import { type EventKey, eventInput } from '../../../api/calls/queries.ts'
import { callWrite } from '../../../api/calls/writes.ts'
import type { DraftForm } from '../../../api/drafts/draft-forms.ts'
import type { DraftPlace } from '../../../api/drafts/draft-keys.ts'
import { hasShapeOf, listDrafts, shelfOf } from '../../../api/drafts/drafts.ts'
import { readSession } from '../../../lib/browser/session.ts'
import { createStore, useStored } from '../../../lib/store.ts'

/** A report of an item, or of a character by its code, that the server has not stored yet. */
export interface WaitingReport {
  readonly key: string
  /** Name of the item or character. */
  readonly name: string
  readonly text: string
  readonly timestamp: string
  readonly proof: string
  readonly comment: string
  /** Why the server refused it; empty while it waits. */
  readonly refusal: string
}
const example: WaitingReport = { key: '', name: '', text: '', timestamp: '', proof: '', comment: '', refusal: '' }

/** The player who wrote the reports, and their event. */
export interface Author {
  readonly user_id: number
  readonly event_id: number
}

// Waiting reports are kept beside the draft of their form: for their author only, for 14 days. Logging out asks, and removes
// them.
const maxWaiting = 100
const reportForm: DraftForm = 'item_report'
const waitingMark = '.waiting.'
const placeOf = ({ user_id, event_id }: Author, key: string): DraftPlace => ({
  user_id,
  form: reportForm,
  id: `${event_id}${waitingMark}${key}`,
})
const shelf = (author: Author, key: string) => shelfOf(placeOf(author, key), hasShapeOf(example))

function list(author: Author): WaitingReport[] {
  const prefix = placeOf(author, '').id
  return listDrafts(author.user_id, reportForm, prefix)
    .flatMap((id) => shelf(author, id.slice(prefix.length)).read()?.values ?? [])
    .toSorted((a, b) => a.timestamp.localeCompare(b.timestamp) || a.key.localeCompare(b.key))
}

/** Incremented with each change of this page or another tab. */
const changes = createStore(0)
const noteChange = () => changes.set(changes.get() + 1)

const isOnShelf = (author: Author, key: string) => shelf(author, key).read() !== null

/** False if the browser did not store it, or if it has 100 others of the author. */
export function keepReport(author: Author, report: WaitingReport): boolean {
  const kept = listDrafts(author.user_id, reportForm, '').filter((id) => id.includes(waitingMark))
  if (kept.length >= maxWaiting && !isOnShelf(author, report.key)) return false
  const isKept = shelf(author, report.key).keep({ values: report, base: { values: example, version: 0 } })
  noteChange()
  return isKept
}

export function dropReport(author: Author, key: string): void {
  shelf(author, key).remove()
  noteChange()
}

/** Whether the request met no server that could answer it: the report can be sent again later. */
export const isUnanswered = ({ status, code }: Failure): boolean =>
  code === 'unreachable' || status === 502 || status === 503 || status === 504

export function sendReport(event: EventKey, { key, text, timestamp, proof, comment }: WaitingReport) {
  const report = { key, timestamp, proof, comment }
  return recogniseBuild(text) === 'code'
    ? callWrite('reportBuild', { ...eventInput(event), body: { ...report, code: text } })
    : callWrite('reportItem', { ...eventInput(event), body: { ...report, text } })
}

let isSending = false

/**
 * Sends the waiting reports of the author, oldest first, until the server cannot be reached or takes none of them now. A refused
 * report stays, with its reason.
 */
export async function sendWaiting(author: Author): Promise<void> {
  if (isSending) return
  isSending = true
  try {
    for (const report of list(author)) {
      if (readSession()?.user_id !== author.user_id) return
      if (report.refusal === '' && isOnShelf(author, report.key)) await sendOne(author, report)
    }
  } catch (failure) {
    // No answer, no login or too many requests: the reports wait for the next try.
    if (!(failure instanceof Failure)) throw failure
  } finally {
    isSending = false
  }
}

/** @throws Failure that concerns all reports */
async function sendOne(author: Author, report: WaitingReport): Promise<void> {
  try {
    await sendReport(author.event_id, report)
    dropReport(author, report.key)
  } catch (failure) {
    if (!(failure instanceof Failure) || failure.code === 'unreachable' || [401, 403, 429].includes(failure.status)) throw failure
    // A server error may concern this report only: it waits, and the others are sent.
    if (failure.status >= 500 || !isOnShelf(author, report.key)) return
    keepReport(author, { ...report, refusal: failure.message })
  }
}

const nextTry_ms = 20_000

/** The waiting reports of the author. They are sent when the page opens, when the browser is online again, and every 20 s. */
export function useWaitingReports(author: Author): readonly WaitingReport[] {
  useStored(changes)
  const { user_id, event_id } = author
  useEffect(() => {
    const send = () => void sendWaiting({ user_id, event_id })
    send()
    const timer = setInterval(send, nextTry_ms)
    window.addEventListener('online', send)
    window.addEventListener('storage', noteChange)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', send)
      window.removeEventListener('storage', noteChange)
    }
  }, [user_id, event_id])
  return list(author)
}
