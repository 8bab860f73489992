import { createFileRoute, Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { DataBlock, DataGuard } from '../api/calls/data-block.tsx'
import { useMay } from '../api/people/may.ts'
import { useKnownEvent } from '../api/scores/event.ts'
import { prefetchTree } from '../api/calls/prefetch.ts'
import { queryClient } from '../api/calls/queries.ts'
import { openOnly, useReopening } from '../api/drafts/use-draft.ts'
import { RulesContents } from '../features/rules/rules-contents.tsx'
import { readRules, useRules } from '../features/rules/read-rules.ts'
import { RulesText } from '../features/rules/rules-text.tsx'
import { ScoringRules } from '../features/rules/scoring-rules.tsx'
import { t } from '../lib/text/messages.ts'
import { paths } from '../lib/paths.ts'
import { readId } from '../lib/text/search.ts'
import { Button, nameButton } from '../ui/forms/button.tsx'
import { lazyPart } from '../ui/deferred/lazy-part.ts'
import { Empty, SkeletonRows } from '../ui/layout/states.tsx'

const RulesEditor = lazyPart(() =>
  import('../features/rules/rules-editor.tsx').then((module) => ({ default: module.RulesEditor })),
)

interface RulesSearch {
  /** An earlier version of the text. */
  readonly version?: number
}

export const Route = createFileRoute('/rules')({
  validateSearch: (search: Record<string, unknown>): RulesSearch => ({ version: readId(search['version']) }),
  loaderDeps: ({ search }) => ({ event: search.event, version: search.version }),
  loader: ({ deps }) => {
    const event = deps.event ?? 'current'
    void queryClient.prefetchQuery(readRules(event, deps.version))
    prefetchTree(event)
  },
  component: RulesPage,
})

function RulesPage() {
  const { version } = Route.useSearch()
  const [isEditing, setEditing] = useState(false)
  const event = useKnownEvent()
  useReopening({ event_rules: openOnly(event?.id, () => setEditing(true)) })
  if (event === null) return <NoEvent />
  return (
    <div className="wrap page">
      <title>{t('title.page', { title: t('rules.pageTitle') })}</title>
      <header className="page-head">
        <h1 className="page-title">{isEditing ? t('rules.editTitle') : t('rules.pageTitle')}</h1>
        {!isEditing && version === undefined && <EditButton onEdit={() => setEditing(true)} />}
      </header>
      {isEditing ? (
        <DataGuard title={t('rules.editTitle')}>
          <Suspense fallback={<TextSkeleton />}>
            <Editor onClose={() => setEditing(false)} />
          </Suspense>
        </DataGuard>
      ) : (
        // The height of text and contents is unknown: the parts below appear together with them.
        <Suspense fallback={<TextSkeleton />}>
          <div className="rules-columns">
            <div>
              <DataGuard title={t('rules.text')}>
                <RulesText version={version} />
              </DataGuard>
              <div id="scoring">
                <DataBlock title={t('rules.event')} loading={<SkeletonRows rows={12} height={72} label={t('loading')} />}>
                  <ScoringRules />
                </DataBlock>
              </div>
            </div>
            <DataGuard title={t('rules.contents')} failure={null}>
              <RulesContents version={version} />
            </DataGuard>
          </div>
        </Suspense>
      )}
    </div>
  )
}

function NoEvent() {
  return (
    <div className="wrap page">
      <title>{t('title.page', { title: t('rules.pageTitle') })}</title>
      <h1 className="page-title">{t('rules.pageTitle')}</h1>
      <Empty title={t('event.noneTitle')} text={t('event.noneText')}>
        <Link to={paths.home} className={nameButton({})}>
          {t('goHome')}
        </Link>
      </Empty>
    </div>
  )
}

function TextSkeleton() {
  return <SkeletonRows rows={6} height={40} label={t('loading')} />
}

/** For users who may edit the rules of an event. The server checks it again. */
function EditButton({ onEdit }: { onEdit: () => void }) {
  if (!useMay('writeEventRules')) return null
  return (
    <Button icon="note" onClick={onEdit}>
      {t('rules.edit')}
    </Button>
  )
}

function Editor({ onClose }: { onClose: () => void }) {
  return <RulesEditor rules={useRules(undefined)} onClose={onClose} />
}
