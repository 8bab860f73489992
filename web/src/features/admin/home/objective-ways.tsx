import './home.css'
import '../../../messages/admin-home.ts'
import type { Objective } from '@muster/contract/objectives'
import { findKind } from '@muster/domain/objectives/kinds'
import { useSuspenseQuery } from '@tanstack/react-query'
import { DataBlock } from '../../../api/calls/data-block.tsx'
import { useReadsGame } from '../../../api/live/clock.ts'
import { readTree, useEventKey } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { SkeletonRows } from '../../../ui/layout/states.tsx'

const ways = ['by_hand', 'submission'] as const

/** On a server that does not read the game: how the result of each objective arrives. */
export function ObjectiveWays() {
  if (useReadsGame() !== false) return null
  return (
    <DataBlock
      title={t('home.ways')}
      note={t('home.waysNote')}
      loading={<SkeletonRows rows={2} height={36} label={t('loading')} />}
    >
      <Ways />
    </DataBlock>
  )
}

const listAll = (objective: Objective): Objective[] => [objective, ...objective.children.flatMap(listAll)]

function Ways() {
  const { objective } = useSuspenseQuery(readTree(useEventKey())).data
  const all = objective === null ? [] : listAll(objective)
  return ways.map((way) => {
    const names = all.filter((one) => findKind(one)?.without_game === way).map(({ name }) => name)
    if (names.length === 0) return null
    return (
      <details key={way} className="home-way">
        <summary>{t(`home.ways.${way}`, { count: names.length })}</summary>
        <p className="quiet">
          <bdi>{names.join(', ')}</bdi>
        </p>
      </details>
    )
  })
}
