import '../../messages/sort-proof.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { DataGuard } from '../../api/calls/data-block.tsx'
import { eventInput, read } from '../../api/calls/queries.ts'
import { useEventKey } from '../../api/scores/event.ts'
import { SortProof } from './sort-proof.tsx'
import { t } from '../../lib/text/messages.ts'
import { Empty, SkeletonRows } from '../../ui/layout/states.tsx'

/** The proof of an event's teams, or that there is none. */
export function ProofPage() {
  return (
    <div className="wrap page">
      <title>{t('title.page', { title: t('proof.title') })}</title>
      <header className="page-head">
        <div>
          <h1 className="page-title">{t('proof.title')}</h1>
          <p>{t('proof.lead')}</p>
        </div>
      </header>
      <DataGuard title={t('proof.title')}>
        <Suspense fallback={<SkeletonRows rows={8} height={33} label={t('loading')} />}>
          <Proof />
        </Suspense>
      </DataGuard>
    </div>
  )
}

function Proof() {
  const proof = useSuspenseQuery(read('getTeamSortProof', eventInput(useEventKey()))).data
  return proof ? <SortProof proof={proof} /> : <Empty title={t('proof.noneTitle')} text={t('proof.noneText')} />
}
