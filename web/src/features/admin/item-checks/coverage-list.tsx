import '../../../messages/admin-item-checks.ts'
import type { Event } from '@muster/contract/events'
import type { CoveredObjective } from '@muster/contract/item-checks'
import { sayItem } from '@muster/domain/objectives/item-coverage'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { DataGuard } from '../../../api/calls/data-block.tsx'
import { paths } from '../../../lib/paths.ts'
import { downloadCsv } from '../../../lib/text/csv.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { SearchInput } from '../../../ui/forms/search-input.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Empty, SkeletonRows } from '../../../ui/layout/states.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import {
  type CoverageGroup,
  coverageGroups,
  formatMatches,
  isOutdated,
  pickObjectives,
  tellState,
  toRecords,
} from './coverage-groups.ts'
import { ObjectiveItems } from './objective-items.tsx'
import { useCoverage } from './use-coverage.ts'

const pageLength = 100

/** The item objectives, unmatched ones first. */
export function CoverageList({ event }: { event: Event }) {
  const { objectives, scans } = useCoverage(event)
  const [group, setGroup] = useState<CoverageGroup>('all')
  const [search, setSearch] = useState('')
  const [length, setLength] = useState(pageLength)
  if (objectives.length === 0) return <Empty title={t('checks.noObjectives')} text={t('checks.noObjectivesText')} />
  const found = pickObjectives(objectives, group, search)
  const left = found.length - length
  const choices = coverageGroups.map((value) => ({
    value,
    label: t(`checks.show.${value}`, { count: pickObjectives(objectives, value).length }),
  }))
  return (
    <>
      <div className="checks-tools">
        <Select label={t('checks.show')} value={group} choices={choices} onChange={setGroup} />
        <SearchInput label={t('checks.search')} value={search} onChange={setSearch} />
        <Button onClick={() => downloadCsv(t('checks.file'), toRecords(found))}>{t('checks.csv')}</Button>
      </div>
      {found.length === 0 && <Empty title={t('checks.noneShown')} text={t('checks.noneShownText')} />}
      <ul className="checks-list">
        {found.slice(0, length).map((one) => (
          <Row key={one.objective_id} event={event} one={one} isStreamOnly={scans.every(({ source }) => source === 'stream')} />
        ))}
      </ul>
      {left > 0 && (
        <Button kind="quiet" onClick={() => setLength(length + pageLength)}>
          {t('checks.more', { count: Math.min(left, pageLength) })}
        </Button>
      )}
    </>
  )
}

const marks = { unscanned: 'minus', never: 'warning', example: 'minus', seen: 'check' } as const

function Row({ event, one, isStreamOnly }: { event: Event; one: CoveredObjective; isStreamOnly: boolean }) {
  const { name, path, scans, examples, failing, counts_from } = one
  const state = tellState(one)
  const [isOpen, setIsOpen] = useState(false)
  const hits = scans.flatMap((scan) => scan.hits)
  const isUnseen = counts_from === 'characters' && isStreamOnly
  const known =
    counts_from === null
      ? t('checks.noConditions')
      : isUnseen
        ? t('checks.wornOnly')
        : [...new Set(hits.map(sayItem))].join(' · ')
  return (
    <li className={`checks-row is-${state}`}>
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>
          <Icon name={marks[state]} size={14} />
          <span className="checks-name">
            {path.length > 0 && <bdi className="quieter">{path.join(' / ')} / </bdi>}
            <bdi className="strong">{name}</bdi>
            {known !== '' && <bdi className="checks-hits">{known}</bdi>}
          </span>
          <span className="checks-counts">
            <span className="quieter">{t(`checks.state.${state}`)}</span>
            <span className="num">
              {scans
                .map((scan) => t('checks.matches', { source: t(`checks.source.${scan.source}`), number: formatMatches(scan) }))
                .join(' · ')}
            </span>
            {isOutdated(one) && <Badge kind="note">{t('checks.outdated')}</Badge>}
            {failing > 0 ? (
              <Badge kind="bad">{t('checks.failing', { count: failing })}</Badge>
            ) : (
              examples > 0 && <span className="quieter">{t('checks.savedCount', { count: examples })}</span>
            )}
          </span>
        </summary>
        {isOpen && (
          <div className="checks-items">
            <Link
              className="link"
              to={paths.adminObjectives}
              params={{ eventId: event.id, categoryId: 'root' }}
              search={(before) => ({ ...before, edit: one.objective_id })}
            >
              {t('checks.open')}
            </Link>
            <DataGuard title={t('checks.items', { name })}>
              <Suspense fallback={<SkeletonRows rows={2} height={40} label={t('loading')} />}>
                <ObjectiveItems event={event} objective_id={one.objective_id} />
              </Suspense>
            </DataGuard>
          </div>
        )}
      </details>
    </li>
  )
}
