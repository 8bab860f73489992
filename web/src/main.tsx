import './styles/tokens.css'
import './styles/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { Failure } from './api/failure.ts'
import { queryClient, whenAnswered } from './api/queries.ts'
import { followTheme } from './lib/theme.ts'
import { openRouter } from './router.tsx'
import { holdLate } from './ui/late.tsx'

/** The page does not wait longer for the code of its route; then its frame is drawn first. */
const longestRoute_ms = 300
/** Nor its parts for each other's answers. */
const longestAnswers_ms = 1000

/** Lets the browser do something else. */
const pause = (ms = 0) => new Promise((resolve) => setTimeout(resolve, ms))

followTheme()
const root = document.getElementById('root')
if (!root) throw new Error('index.html lacks the element #root')
// A call that failed is shown where its data would be; anything else that a boundary catches is our own fault.
const onCaughtError = (problem: unknown) => {
  if (!(problem instanceof Failure)) reportError(problem)
}

// The page begins in pieces, because on a phone each of them takes its time.
await pause()
const router = openRouter()
await pause()
// With the route's code the first drawing is the whole page.
await Promise.race([router.load(), pause(longestRoute_ms)])
holdLate(Promise.race([whenAnswered(), pause(longestAnswers_ms)]))
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
