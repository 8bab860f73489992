import { withoutEnd } from '@muster/contract/without-end'
import { readId } from './lib/text/search.ts'
import { readSession } from './lib/browser/session.ts'
import { applyTheme } from './lib/browser/theme.ts'

// Runs before the first paint and long before the application has loaded. The build makes a script of its own of this file, because
// the content security policy allows no inline script, and fills in what each page asks for first (`first-calls.ts`).

export interface EarlyPage {
  /** A regular expression for the page's addresses. */
  readonly pattern: string
  /** As in `FirstCalls`. */
  readonly calls: readonly string[]
  readonly personal: readonly string[]
  /** Scripts that the page needs beside those that all pages need. */
  readonly files: readonly string[]
}
declare const earlyPages: readonly EarlyPage[]

/** Asks for what the page will ask for first: `api/early.ts` hands the answers over. Unused answers are thrown away. */
function askEarly({ calls, personal }: EarlyPage, groups: readonly string[]): void {
  const chosen = new URLSearchParams(location.search).getAll('event')
  const event = (chosen.length === 1 && readId(chosen[0])) || 'current'
  const fill = (call: string) => call.replaceAll(/\{(\w+)\}/g, (_, name) => String(name === 'event' ? event : groups[name]))
  const token = readSession()?.token ?? null
  const wanted = calls.filter((call) => token !== null || !personal.includes(call))
  const headers = { accept: 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) }
  globalThis.earlyCalls = new Map(
    wanted.map(fill).map((address) => {
      const answer = fetch(address, { method: 'GET', headers, cache: 'no-cache' })
      // Whoever takes the answer handles its failure.
      answer.catch(() => {})
      return [address, { answer, token, sent_ms: performance.now() }]
    }),
  )
}

function preload(files: readonly string[]): void {
  for (const href of files) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
}

// The page never flashes in the wrong theme.
applyTheme()
const path = withoutEnd(location.pathname, '/') || '/'
for (const page of earlyPages) {
  const match = new RegExp(page.pattern).exec(path)
  if (!match) continue
  askEarly(page, match)
  preload(page.files)
  break
}
