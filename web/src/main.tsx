import './styles/tokens.css'
import './styles/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Failure } from './api/failure.ts'
import { queryClient } from './api/queries.ts'
import { followTheme } from './lib/theme.ts'
import { router } from './router.tsx'

followTheme()
const root = document.getElementById('root')
if (!root) throw new Error('index.html lacks the element #root')
// A call that failed is shown where its data would be; anything else that a boundary catches is our own fault.
const onCaughtError = (problem: unknown) => {
  if (!(problem instanceof Failure)) reportError(problem)
}
createRoot(root, { onCaughtError }).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
