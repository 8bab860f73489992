import './cards.css'
import './category.css'
import '../../messages/category.ts'
import { games } from '@muster/domain/events/games'
import { countsItems } from '@muster/domain/objectives/kinds'
import type { View } from '@muster/domain/objectives/layout'
import { listBranch } from '@muster/domain/objectives/tree'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useDeferredValue, useMemo } from 'react'
import { useGameVersion, useScoreTree } from '../../api/scores/event.ts'
import { useShownTeams, useWatchedTeam } from '../../api/scores/shown-teams.ts'
import { t } from '../../lib/text/messages.ts'
import { paths } from '../../lib/paths.ts'
import { nameButton } from '../../ui/forms/button.tsx'
import { lazyPart } from '../../ui/deferred/lazy-part.ts'
import { Empty, Skeleton } from '../../ui/layout/states.tsx'
import { type Arrangement, arrangementOf, type BranchParts, splitBranch } from './arrangement.ts'
import { CategoryCards } from './category-cards.tsx'
import { CategoryControls, useFilters } from './category-controls.tsx'
import type { CategorySearch } from './category-search.ts'
import type { PartProps } from './page-parts.ts'
import { CategoryItems } from './category-items.tsx'
import { CategorySets, useSets } from './category-sets.tsx'

const BoardSection = lazyPart(() => import('./board/board-section.tsx').then((module) => ({ default: module.BoardSection })))

interface PageProps {
  title: string
  view: View | null
  /** The branches of the tree on this page. */
  branch_ids: readonly number[]
  search: CategorySearch
  onSearch: (change: Partial<CategorySearch>) => void
  /** Content of other features on this page. */
  children?: ReactNode
}

function useBranches(branch_ids: readonly number[], arrangement: Arrangement): readonly BranchParts[] {
  const { tree, locked } = useScoreTree()
  return useMemo(
    () =>
      branch_ids.flatMap((id) => {
        const node = tree.by_id.get(id)
        return node ? [splitBranch(node, locked, arrangement)] : []
      }),
    [tree, locked, branch_ids, arrangement],
  )
}

const hasItems = ({ branch }: BranchParts) => listBranch(branch).some(({ item }) => countsItems(item))

/** Every page that shows branches of the tree: one component, which follows the content of the branches and their view. */
export function CategoryPage({ title, view, branch_ids, search, onSearch, children }: PageProps) {
  const arrangement = arrangementOf(view)
  const branches = useBranches(branch_ids, arrangement)
  const teams = useShownTeams()
  const watched = useWatchedTeam()
  const filters = useFilters(arrangement, search, onSearch)
  const sets = useMemo(() => branches.flatMap((parts) => parts.sets), [branches])
  // Typing stays responsive while a thousand objectives are searched.
  const text = useDeferredValue(search.q ?? '')
  const boards = branches.flatMap((parts) => parts.boards)
  const places = useSets({ sets, teams, watched, order: filters.order, filter: filters, search: text })
  const hasTabs = games[useGameVersion()].stash_stream
  const isOfCharacters = useMemo(() => !hasTabs && branches.some(hasItems), [hasTabs, branches])
  const isEmpty = branches.every(
    ({ cards, sets, rows, boards, locked }) => cards.length + sets.length + rows.length + boards.length + locked.length === 0,
  )
  const shared = { arrangement, branches, sets, places, teams, watched, filters, search, text, onSearch }
  const note = branches.map(({ branch }) => branch.item.note).find((text) => text !== '')
  return (
    <>
      <header className="page-head">
        <div>
          <h1 className="page-title">
            <bdi>{title}</bdi>
          </h1>
          {(note || arrangement.lead) && (
            <p>
              <bdi>{note || t(arrangement.lead ?? 'category.items')}</bdi>
              {!note && arrangement.hasSetPreference && <span className="prompt"> {t('category.select')}</span>}
            </p>
          )}
          {isOfCharacters && <p>{t('category.ofCharacters')}</p>}
        </div>
      </header>
      {!isEmpty && <CategoryControls {...shared} />}
      {isEmpty && (
        <Empty title={t('category.emptyTitle')} text={t('category.emptyText')}>
          <Link to={paths.ladder} className={nameButton({})}>
            {t('category.toLadder')}
          </Link>
        </Empty>
      )}
      {branches.map((parts) => (
        <CategoryCards key={parts.branch.item.id} {...shared} parts={parts} hasHead={branches.length > 1} />
      ))}
      {boards.map((node) => (
        <Suspense key={node.item.id} fallback={<Skeleton height={480} />}>
          <BoardSection node={node} hasHead={branches.length > 1 || branches[0]?.branch !== node} />
        </Suspense>
      ))}
      <SetsAndItems {...shared} />
      {children}
    </>
  )
}

function SetsAndItems(props: PartProps) {
  const { branches, sets, places, teams, watched, search, onSearch } = props
  const hasItems = sets.length > 0 || branches.some(({ rows }) => rows.length > 0)
  const selected = sets.find(({ item }) => item.id === search.set) ?? null
  const select = useSelect(search.set, onSearch)
  if (!hasItems) return null
  return (
    <>
      {sets.length > 0 && (
        <section className="category-part" aria-labelledby="sets">
          <h2 className="vh" id="sets">
            {t('category.sets')}
          </h2>
          {places.length === 0 ? (
            <Empty title={t('category.noneTitle')} text={t('category.noneText')} />
          ) : (
            <CategorySets
              places={places}
              sets={sets}
              teams={teams}
              watched={watched}
              selected_id={selected?.item.id ?? null}
              onSelect={select}
            />
          )}
        </section>
      )}
      <CategoryItems {...props} selected={selected} />
    </>
  )
}

function useSelect(selected_id: number | undefined, onSearch: PartProps['onSearch']) {
  return useMemo(() => (id: number) => onSearch({ set: id === selected_id ? undefined : id }), [selected_id, onSearch])
}

/** The page while its data loads. */
export function CategorySkeleton() {
  return (
    <ul className="sets" aria-busy="true">
      {Array.from({ length: 12 }, (_, index) => (
        <li key={index}>
          <article className="set">
            <Skeleton width="60%" height={20} />
            <div className="set-teams">
              {Array.from({ length: 4 }, (_line, line) => (
                <Skeleton key={line} height={16} />
              ))}
            </div>
            <div className="set-foot">
              <Skeleton width="40%" height={14} />
            </div>
          </article>
        </li>
      ))}
    </ul>
  )
}
