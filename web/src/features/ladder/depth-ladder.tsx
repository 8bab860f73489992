import './ladder.css'
import '../../messages/ladder.ts'
import '../../messages/ladder-page.ts'
import { useMemo } from 'react'
import { t } from '../../lib/text/messages.ts'
import { useIsPhone } from '../../lib/browser/media.ts'
import type { LadderColumn } from '../../lib/browser/preferences.ts'
import { Empty } from '../../ui/layout/states.tsx'
import { type Column, columns, sortRows } from './columns.tsx'
import { LadderList } from './ladder-list.tsx'
import { LadderTable } from './ladder-table.tsx'
import { useRows } from './use-rows.ts'

const order: readonly LadderColumn[] = ['delve', 'character', 'team', 'ascendancy', 'level']
const shown = order.flatMap((id): Column[] => columns.filter((column) => column.id === id))
const byDepth = columns.find(({ id }) => id === 'delve')

/** All characters that entered the mine, the deepest first; the viewer's own character is on top. */
export function DepthLadder() {
  const { rows, own } = useRows()
  const isPhone = useIsPhone()
  const deep = useMemo(
    () =>
      byDepth
        ? sortRows(
            rows.filter(({ entry }) => entry.delve > 0),
            byDepth,
            'desc',
          )
        : [],
    [rows],
  )
  if (deep.length === 0) return <Empty title={t('depth.emptyTitle')} text={t('depth.emptyText')} />
  if (isPhone) return <LadderList rows={deep} own={own} figure="delve" />
  return <LadderTable rows={deep} own={own} shown={shown} sort={null} />
}
