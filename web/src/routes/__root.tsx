import { createRootRoute, Outlet, retainSearchParams, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { DataGuard } from '../api/calls/data-block.tsx'
import { useEvent, useEventKey, useKnownEvent } from '../api/scores/event.ts'
import { useLiveScores } from '../api/live/live.ts'
import { queryClient, read } from '../api/calls/queries.ts'
import { askForReceipt, readReceipt, useReceiptRequest, writeReceipt } from '../api/scores/receipt-request.ts'
import { hasLeftForms } from '../api/drafts/open-forms.ts'
import { useSubmissionRequest } from '../api/people/submission-request.ts'
import { AccountBanner } from '../features/account/account-banner.tsx'
import { AccountMenu } from '../features/account/account-menu.tsx'
import { BellButton } from '../features/bell/bell-button.tsx'
import { EventPicker } from '../features/event/event-picker.tsx'
import { FeedButton } from '../features/feed/feed-button.tsx'
import { useWantsNotices } from '../features/plan/notice-setting.ts'
import { BottomBar } from '../features/shell/bottom-bar.tsx'
import { Footer } from '../features/shell/footer.tsx'
import { PrintHead } from '../features/shell/print-head.tsx'
import { TopBar } from '../features/shell/top-bar.tsx'
import { TrialBanner } from '../features/shell/trial-banner.tsx'
import { t } from '../lib/text/messages.ts'
import { viewAsText } from '../lib/browser/view-as.ts'
import { readId } from '../lib/text/search.ts'
import { Defer } from '../ui/deferred/defer.tsx'
import { lazyPart } from '../ui/deferred/lazy-part.ts'
import { Skeleton, SkipLink } from '../ui/layout/states.tsx'
import { Toasts } from '../ui/overlays/toasts.tsx'

interface RootSearch {
  readonly event?: number
  readonly view_as?: string
  /** The receipt that a link opens, as OBJECTIVE-TEAM. */
  readonly receipt?: string
}

export const Route = createRootRoute({
  validateSearch: (search: Record<string, unknown>): RootSearch => {
    const event = readId(search['event'])
    const receipt = readReceipt(search['receipt'])
    return {
      ...(event !== undefined && { event }),
      ...(viewAsText !== null && { view_as: viewAsText }),
      ...(receipt && { receipt: writeReceipt(receipt) }),
    }
  },
  // Every link keeps the chosen event, and the viewer as whom an organiser sees the site.
  search: { middlewares: [retainSearchParams(['event', 'view_as'])] },
  loader: () => {
    void queryClient.prefetchQuery(read('getEvents', {}))
  },
  component: Root,
})

/** The feed needs to know that there is an event; this renders nothing. */
function LiveScores() {
  useLiveScores(useEventKey(), useEvent() !== null)
  return null
}

const ReceiptSheet = lazyPart(() =>
  import('../features/receipt/receipt-sheet.tsx').then((module) => ({ default: module.ReceiptSheet })),
)

/** Receipts of points, opened from anywhere on the page. */
function Receipts() {
  const asked = useReceiptRequest()
  const linked = readReceipt(Route.useSearch({ select: ({ receipt }) => receipt }))
  const navigate = Route.useNavigate()
  const request = asked ?? linked
  const close = () => {
    askForReceipt(null)
    if (linked) void navigate({ to: '.', search: ({ receipt: _, ...kept }) => kept, replace: true, resetScroll: false })
  }
  return <Suspense>{request && <ReceiptSheet request={request} onClose={close} />}</Suspense>
}

const SubmissionDialog = lazyPart(() =>
  import('../features/submissions/submission-dialog.tsx').then((module) => ({ default: module.SubmissionDialog })),
)

/** Opened from cards, lists and pages; its code is loaded on demand. */
function Submitting() {
  const request = useSubmissionRequest()
  const [isLeft] = useState(hasLeftForms)
  return (
    <Suspense>
      {isLeft && <SubmissionReopening />}
      {request && <SubmissionDialog key={request.submission?.id ?? -request.objective_id} request={request} />}
    </Suspense>
  )
}

const SubmissionReopening = lazyPart(() =>
  import('../features/submissions/submission-reopening.ts').then((module) => ({ default: module.SubmissionReopening })),
)

const AnnouncementBanner = lazyPart(() =>
  import('../features/announcements/announcement-banner.tsx').then((module) => ({ default: module.AnnouncementBanner })),
)

const PlanNotifier = lazyPart(() =>
  import('../features/plan/plan-notifier.tsx').then((module) => ({ default: module.PlanNotifier })),
)

const ViewAsBar = lazyPart(() => import('../features/shell/view-as-bar.tsx').then((module) => ({ default: module.ViewAsBar })))

function Root() {
  const event = useKnownEvent()
  const wantsNotices = useWantsNotices()
  return (
    <>
      <SkipLink target="main">{t('skip')}</SkipLink>
      <TrialBanner />
      <Suspense>{viewAsText !== null && <ViewAsBar />}</Suspense>
      <TopBar
        hasScores={event !== null}
        picker={
          <DataGuard title={t('event.list')} failure={null}>
            <Suspense fallback={<Skeleton width={110} height={14} />}>
              <EventPicker />
            </Suspense>
          </DataGuard>
        }
        feed={
          event && (
            <DataGuard title={t('scoreFeed.title')} failure={null}>
              <FeedButton />
            </DataGuard>
          )
        }
        account={
          <>
            <BellButton />
            <AccountMenu />
          </>
        }
      />
      <DataGuard title={t('event.list')} failure={null}>
        <Suspense>
          <LiveScores />
        </Suspense>
      </DataGuard>
      <AccountBanner />
      <PrintHead />
      <Main />
      <Footer />
      {event && (
        <Defer when="idle" placeholder={null}>
          <Suspense>
            <AnnouncementBanner />
            {wantsNotices && <PlanNotifier />}
          </Suspense>
        </Defer>
      )}
      <BottomBar />
      <Submitting />
      <Receipts />
      <Toasts label={t('toasts')} closeLabel={t('close')} />
    </>
  )
}

function Main() {
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const before = useRef(pathname)
  // After a navigation the focus would stay on a link that may be removed; screen readers start at the new page instead.
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <main id="main" className="main" ref={main} tabIndex={-1}>
      <Suspense fallback={<div style={{ minHeight: '100vh' }} />}>
        <Outlet />
      </Suspense>
    </main>
  )
}
