import '../../messages/profile.ts'
import type { GameVersion } from '@muster/contract/events'
import type { TreeKind, TreeLayout } from '@muster/contract/game-trees'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { eventInput, read } from '../../api/calls/queries.ts'
import { useEventKey } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { formatEventTime } from '../../lib/time/time.ts'
import { Select } from '../../ui/forms/select.tsx'
import { Empty } from '../../ui/layout/states.tsx'
import { Segments } from '../../ui/forms/toggles.tsx'
import type { BuildChanges } from './compare.ts'
import type { Build } from './read-build.ts'
import { TreeDrawing } from './tree-drawing.tsx'

/** Builds write `3_29`, sometimes followed by the kind of league. */
const readPatch = (text: string) => /^\d{1,2}_\d{1,3}/.exec(text)?.[0]
const showPatch = (patch: string) => patch.replace('_', '.')

function useTree(game_version: GameVersion, kind: TreeKind, wanted: string): TreeLayout {
  const patch = readPatch(wanted)
  return useSuspenseQuery(read('getTree', { game_version, kind, query: patch === undefined ? {} : { patch } })).data
}

function NoTree() {
  return <Empty title={t('tree.emptyTitle')} text={t('tree.emptyText')} />
}

function OtherPatch({ patch, wanted }: { patch: string; wanted: string }) {
  const asked = readPatch(wanted)
  if (asked === undefined || asked === patch) return null
  return <p className="small quieter">{t('tree.otherPatch', { patch: showPatch(patch), wanted: showPatch(asked) })}</p>
}

const countMissing = (layout: TreeLayout, nodes: Iterable<number>): number => {
  const known = new Set(layout.nodes.map(({ id }) => id))
  let missing = 0
  for (const id of nodes) if (!known.has(id)) missing++
  return missing
}

/** The passive tree of a build, with the nodes added and removed in a comparison. */
export function Passives({
  build,
  changes,
  game_version,
}: {
  build: Build
  changes: BuildChanges | null
  game_version: GameVersion
}) {
  const layout = useTree(game_version, 'passive', build.tree_version)
  const added = useMemo(() => new Set(changes?.nodes_added), [changes])
  const removed = useMemo(() => new Set(changes?.nodes_removed), [changes])
  const { size } = build.nodes
  const missing = layout.patch === null ? 0 : countMissing(layout, build.nodes)
  return (
    <>
      <p className="tree-count">
        {t('passives.count', { count: size })}{' '}
        {missing > 0 && <span className="quieter">{t('passives.missing', { count: missing })}</span>}
      </p>
      {layout.patch === null ? (
        <NoTree />
      ) : (
        <>
          <OtherPatch patch={layout.patch} wanted={build.tree_version} />
          <TreeDrawing
            layout={layout}
            ascendancy={build.ascendancy}
            allocated={build.nodes}
            added={added}
            removed={removed}
            label={t('passives.label', { count: size })}
          />
        </>
      )}
    </>
  )
}

interface AtlasProps {
  user_id: number
  game_version: GameVersion
  /** Milliseconds. */
  start: number
}

/** A player's atlas trees: a choice of tree and version. */
export function AtlasBlock({ user_id, game_version, start }: AtlasProps) {
  const versions = useSuspenseQuery(read('getAtlasProgression', { ...eventInput(useEventKey()), user_id })).data
  const layout = useTree(game_version, 'atlas', '')
  const indexes = [...new Set(versions.map(({ index }) => index))].sort((a, b) => a - b)
  const [chosen, setChosen] = useState<string | null>(null)
  const [moment, setMoment] = useState('')
  const index = Number(chosen ?? versions[0]?.index ?? 0)
  const ofTree = versions.filter((version) => version.index === index)
  const shown = ofTree.find(({ timestamp }) => String(timestamp) === moment) ?? ofTree[0]
  if (!shown) return <Empty title={t('atlas.emptyTitle')} text={t('atlas.emptyText')} />
  const missing = layout.patch === null ? 0 : countMissing(layout, shown.nodes)
  return (
    <>
      <div className="tree-choices">
        {indexes.length > 1 && (
          <Segments
            label={t('atlas.choose')}
            value={String(index)}
            choices={indexes.map((each) => ({ value: String(each), label: t('atlas.tree', { index: each + 1 }) }))}
            onChange={(value) => {
              setChosen(value)
              setMoment('')
            }}
          />
        )}
        {ofTree.length > 1 && (
          <Select
            label={t('atlas.moment')}
            value={moment}
            choices={ofTree.map(({ timestamp, nodes }, place) => ({
              value: place === 0 ? '' : String(timestamp),
              label: `${place === 0 ? t('atlas.now') : formatEventTime(timestamp * 1000, start)}: ${t('atlas.nodes', { count: nodes.length })}`,
            }))}
            onChange={setMoment}
          />
        )}
        <span className="tree-count">
          {t('atlas.nodes', { count: shown.nodes.length })}{' '}
          {missing > 0 && <span className="quieter">{t('atlas.missing', { count: missing })}</span>}
        </span>
      </div>
      {layout.patch === null ? <NoTree /> : <AtlasTree key={index} layout={layout} nodes={shown.nodes} />}
    </>
  )
}

function AtlasTree({ layout, nodes }: { layout: TreeLayout; nodes: readonly number[] }) {
  const allocated = useMemo(() => new Set(nodes), [nodes])
  return <TreeDrawing layout={layout} ascendancy="" allocated={allocated} label={t('atlas.label', { count: nodes.length })} />
}
