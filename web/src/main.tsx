import './styles/tokens.css'
import './styles/base.css'
import './styles/print.css'
import type { EndpointName } from '@muster/contract/endpoints'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { Failure } from './api/calls/failure.ts'
import { followPerson } from './api/people/person.ts'
import { queryClient, whenAnswered } from './api/calls/queries.ts'
import { hasLeftForms } from './api/drafts/open-forms.ts'
import { followTheme } from './lib/browser/theme.ts'
import { openRouter } from './router.tsx'
import { beginOpening } from './ui/deferred/defer.tsx'

/** Maximum wait for the code of the route and its head; then the page is drawn with placeholders. */
const longestHead_ms = 400
/** Maximum wait of the other parts for each other's answers. */
const longestAnswers_ms = 1000

/** The calls of a page's head; all calls in the admin area, whose pages would otherwise be one placeholder. */
function listHead({ state }: ReturnType<typeof openRouter>): EndpointName[] {
  return state.matches.some(({ staticData }) => staticData.adminPage) ? [] : ['getEvents', 'getClock']
}

/** Yields to the browser. */
const pause = (ms = 0) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Opens the page in pieces, because each of them is slow on a phone. A function, because a top-level await would block other
 * scripts.
 */
async function openPage(): Promise<void> {
  followTheme()
  followPerson()
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html lacks the element #root')
  // A failed call is shown in place of its data; anything else that a boundary catches is a bug.
  const report = (problem: unknown) => {
    if (!(problem instanceof Failure)) reportError(problem)
  }
  // React repeats an interrupted drawing that failed, and puts the reason into the cause.
  const onRecoverableError = (problem: unknown) => report((problem instanceof Error && problem.cause) || problem)
  await pause()
  const router = openRouter()
  await pause()
  // To avoid flicker, a part once drawn as a placeholder is only replaced after a while: better to start with the answers.
  await Promise.race([router.load().then(() => whenAnswered(...listHead(router))), pause(longestHead_ms)])
  // A form that was left for a login opens again at once.
  if (!hasLeftForms()) beginOpening(Promise.race([whenAnswered(), pause(longestAnswers_ms)]))
  const reactRoot = createRoot(root, { onCaughtError: report, onRecoverableError })
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
