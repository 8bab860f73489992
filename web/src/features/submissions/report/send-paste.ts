import '../../../messages/report.ts'
import type { Submission } from '@muster/contract/submissions'
import { recogniseBuild } from '@muster/domain/build-codes/build-code'
import { splitItems } from '@muster/domain/items/copied/split-items'
import { keyItems } from '@muster/domain/submissions/report-keys'
import { Failure } from '../../../api/calls/failure.ts'
import type { EventKey } from '../../../api/calls/queries.ts'
import { t } from '../../../lib/text/messages.ts'
import type { Sending } from './use-reading.ts'
import { type Author, isUnanswered, keepReport, sendReport } from './waiting-reports.ts'

export interface SentPaste {
  /** The stored submissions. */
  readonly submissions: readonly Submission[]
  /** The number of items that wait for a connection. */
  readonly waiting: number
  /** Refused items by their text. */
  readonly refused: ReadonlyMap<string, RefusedItem>
}

interface RefusedItem {
  readonly name: string
  readonly reason: string
}

/** The shared part of the reports of one paste. */
interface Finding {
  readonly seed: string
  readonly timestamp: string
  readonly proof: string
  readonly comment: string
}

/** The reason why the server refused this item, and not all of them; null for any other failure. */
function readRefusal({ code, message, problems }: Failure): string | null {
  if (code === 'already_reported' || code === 'no_objective_matches') return message
  const ofText = problems.find(({ field }) => field === 'text' || field === 'code')
  return ofText ? ofText.problem : null
}

/**
 * Sends the items of a paste one after the other. A refused item does not stop the others. From the first item without an
 * answer, the items wait in the browser.
 * @throws Failure that concerns all items, such as the end of the login. Items sent before are stored once, by their keys.
 */
export async function sendPaste(
  event: EventKey,
  author: Author,
  items: readonly Sending[],
  { seed, ...finding }: Finding,
): Promise<SentPaste> {
  const keys = keyItems(
    seed,
    items.map(({ text }) => text),
  )
  const submissions: Submission[] = []
  const refused = new Map<string, RefusedItem>()
  let waiting = 0
  let isAnswered = true
  for (const [at, { text, name }] of items.entries()) {
    const report = { ...finding, key: keys[at] ?? '', name, text, refusal: '' }
    try {
      if (isAnswered) submissions.push(...(await sendReport(event, report)))
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure
      const reason = readRefusal(failure)
      if (reason === null && !isUnanswered(failure)) throw failure
      if (reason === null) isAnswered = false
      else refused.set(text, { name, reason })
    }
    if (isAnswered) continue
    if (!keepReport(author, report)) throw new Failure(0, 'unknown', t('report.notKept'))
    waiting++
  }
  return { submissions, waiting, refused }
}

/**
 * The part of a paste that stays in the field: a refused code; items without an objective, unreadable, refused, or beyond the
 * limit.
 */
export function listLeft(paste: string, items: readonly Sending[], { refused }: SentPaste): string {
  if (recogniseBuild(paste) === 'code') return refused.size > 0 ? paste : ''
  const sent = new Set(items.map(({ text }) => text).filter((text) => !refused.has(text)))
  return splitItems(paste)
    .filter(({ text }) => !sent.has(text))
    .map(({ text }) => text)
    .join('\n')
}
