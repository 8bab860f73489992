import './styles/tokens.css'
import './styles/base.css'
import type { EndpointName } from '@muster/contract/endpoints'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { Failure } from './api/calls/failure.ts'
import { followPerson } from './api/people/person.ts'
import { queryClient, whenAnswered } from './api/calls/queries.ts'
import { followTheme } from './lib/browser/theme.ts'
import { openRouter } from './router.tsx'
import { beginOpening } from './ui/deferred/defer.tsx'

/** The page does not wait longer for the code of its route and for its head; then it is drawn with room for what is missing. */
const longestHead_ms = 400
/** Nor do its other parts for each other's answers. */
const longestAnswers_ms = 1000

/** The calls of a page's head; all of them in the admin area, where the rest would be one block that is missing. */
function listHead({ state }: ReturnType<typeof openRouter>): EndpointName[] {
  return state.matches.some(({ staticData }) => staticData.adminPage) ? [] : ['getEvents', 'getClock']
}

/** Lets the browser do something else. */
const pause = (ms = 0) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Opens the page in pieces, because on a phone each of them takes its time. A function, because no other script begins while this
 * one waits at its top.
 */
async function openPage(): Promise<void> {
  followTheme()
  followPerson()
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html lacks the element #root')
  // A call that failed is shown where its data would be; anything else that a boundary catches is our own fault.
  const onCaughtError = (problem: unknown) => {
    if (!(problem instanceof Failure)) reportError(problem)
  }
  await pause()
  const router = openRouter()
  await pause()
  // A part that was once drawn as missing is shown a while later only, so that nothing flickers: better to begin with the answers.
  await Promise.race([router.load().then(() => whenAnswered(...listHead(router))), pause(longestHead_ms)])
  beginOpening(Promise.race([whenAnswered(), pause(longestAnswers_ms)]))
  const reactRoot = createRoot(root, { onCaughtError })
  // A transition is drawn in pieces, too.
  startTransition(() =>
    reactRoot.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
}

void openPage()
