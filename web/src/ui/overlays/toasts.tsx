import { Suspense } from 'react'
import { lazyPart } from '../deferred/lazy-part.ts'
import { useHasToasts } from './show-toast.ts'

const ToastList = lazyPart(() => import('./toast-list.tsx').then((module) => ({ default: module.ToastList })))

/** The toast area; once, at the root. */
export function Toasts({ label, closeLabel }: { label: string; closeLabel: string }) {
  const isNeeded = useHasToasts()
  return <Suspense>{isNeeded && <ToastList label={label} closeLabel={closeLabel} />}</Suspense>
}
