import type { View } from '@muster/domain/objectives/layout'
import { useScoreTree } from '../../api/event.ts'
import { type MessageKey, t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'

/** A page of scores. */
export interface ScoreTab {
  readonly slug: string
  readonly title: string
  readonly to: typeof paths.ladder | typeof paths.collections | typeof paths.tab
  /** Branches of the tree whose points are this page's; empty for the whole event. */
  readonly branch_ids: readonly number[]
}

/** Pages that exist for every event. */
const always: readonly { slug: string; label: MessageKey }[] = [
  { slug: 'ladder', label: 'tab.ladder' },
  { slug: 'for-you', label: 'tab.for-you' },
  { slug: 'progress', label: 'tab.progress' },
]
/** Views of the tree that get a page of their own; `personal` lives on the ladder. */
const views: readonly View[] = ['uniques', 'races', 'bounties', 'collections', 'dailies', 'heist', 'gems', 'scarabs', 'delve']
/** Pages that have a screen. The others tell what will be there. */
const built: readonly string[] = ['ladder', 'collections']

const addressOf = (slug: string) => (slug === 'ladder' ? paths.ladder : slug === 'collections' ? paths.collections : paths.tab)

/** Every score page of the selected event, from the layout of its tree, in the order players know. */
export function useAllTabs(): readonly ScoreTab[] {
  const { categories } = useScoreTree()
  const fromTree = views.flatMap((view) => {
    const branches = categories.filter(({ item }) => item.view === view)
    const [first] = branches
    return first
      ? [{ slug: view, title: first.item.title, to: addressOf(view), branch_ids: branches.map(({ item }) => item.id) }]
      : []
  })
  return [...always.map(({ slug, label }) => ({ slug, title: t(label), to: addressOf(slug), branch_ids: [] })), ...fromTree]
}

/** The pages people are led to: those that have a screen. */
export function useTabs(): readonly ScoreTab[] {
  return useAllTabs().filter(({ slug }) => built.includes(slug))
}
