import type { View } from '@muster/domain/objectives/layout'
import { useLocation, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useScoreTree } from '../../api/scores/event.ts'
import type { ObjectiveNode } from '../../api/scores/score-tree.ts'
import { type MessageKey, t } from '../../lib/text/messages.ts'
import { paths } from '../../lib/paths.ts'

/** A page of scores. */
export interface ScoreTab {
  readonly slug: string
  readonly title: string
  readonly to: typeof paths.ladder | typeof paths.forYou | typeof paths.progress | typeof paths.tab
  /** How the branches are shown; null for pages outside the tree, and for categories without a view. */
  readonly view: View | null
  /** Branches of the tree whose points are shown; empty for the whole event. */
  readonly branch_ids: readonly number[]
}

/** Pages of every event with their own screen. */
const always: readonly { slug: string; label: MessageKey; to: ScoreTab['to'] }[] = [
  { slug: 'ladder', label: 'tab.ladder', to: paths.ladder },
  { slug: 'for-you', label: 'tab.forYou', to: paths.forYou },
  { slug: 'progress', label: 'tab.progress', to: paths.progress },
]
/** Views that get a page of their own, in the order players know; `personal` lives on the ladder. */
const views: readonly View[] = ['uniques', 'races', 'bounties', 'collections', 'dailies', 'heist', 'gems', 'scarabs', 'delve']

/** Letters and digits of a title, and the id, which alone identifies the page: a renamed category keeps its address. */
function nameSlug(title: string, id: number): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return [...words.slice(0, 6), id].join('-')
}

/** The pages of a tree: one for each view, and one for each category without a view. */
export function listTreeTabs(categories: readonly ObjectiveNode[]): ScoreTab[] {
  const ofViews = views.flatMap((view): ScoreTab[] => {
    const branches = categories.filter(({ item }) => item.view === view)
    const [first] = branches
    if (!first) return []
    return [{ slug: view, title: first.item.title, to: paths.tab, view, branch_ids: branches.map(({ item }) => item.id) }]
  })
  const others = categories.filter(({ item }) => item.view === null || item.view === 'list' || item.view === 'board')
  return [
    ...ofViews,
    ...others.map(
      ({ item: { id, title, view } }): ScoreTab => ({ slug: nameSlug(title, id), title, to: paths.tab, view, branch_ids: [id] }),
    ),
  ]
}

/**
 * The page of an address. For a category's own page only the id at the end counts; without one, the first page of that name, so
 * that a typed address leads to the category of the same name in another event.
 */
export function findTab(tabs: readonly ScoreTab[], slug: string): ScoreTab | undefined {
  const id = /-\d+$/.exec(slug)?.[0]
  return (
    tabs.find((tab) => tab.slug === slug) ??
    tabs.find((tab) => id !== undefined && tab.slug.endsWith(id)) ??
    // A name may end with a number of its own.
    tabs.find((tab) => tab.slug.replace(/-\d+$/, '') === slug)
  )
}

/** Every score page of the selected event, in the order of the tabs. */
export function useTabs(): readonly ScoreTab[] {
  const { categories } = useScoreTree()
  return useMemo(
    () => [
      ...always.map(({ slug, label, to }) => ({ slug, title: t(label), to, view: null, branch_ids: [] })),
      ...listTreeTabs(categories),
    ],
    [categories],
  )
}

/** The open page; undefined if the event has no such page. */
export function useCurrentTab(): ScoreTab | undefined {
  const tabs = useTabs()
  const { pathname } = useLocation()
  const slug = useParams({ strict: false }).tab ?? pathname.split('/').at(-1) ?? ''
  return findTab(tabs, slug)
}
