import './uses-sheet.css'
import '../../messages/ladder.ts'
import '../../messages/ladder-page.ts'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { eventInput } from '../../api/calls/queries.ts'
import { useEventKey } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { Button } from '../../ui/forms/button.tsx'
import { SearchInput } from '../../ui/forms/search-input.tsx'
import { Segments } from '../../ui/forms/toggles.tsx'
import { ErrorNote, SkeletonRows } from '../../ui/layout/states.tsx'
import { Sheet } from '../../ui/overlays/dialog.tsx'
import type { LadderRow } from './ladder-row.ts'
import { readUses } from './read-ladder.ts'
import {
  type ChosenUses,
  countChosen,
  indexUses,
  listOptions,
  toggleUse,
  type UseKind,
  useKinds,
  type UseOption,
} from './uses.ts'

/** Upper bound of listed names; typing finds the others. */
const maxListed = 100

interface SheetProps {
  /** Left by all other filters. */
  rows: readonly LadderRow[]
  hour: number | undefined
  chosen: ChosenUses
  /** Number of rows left. */
  shown: string
  onChange: (chosen: ChosenUses) => void
  onClose: () => void
}

/** Filters the ladder by uniques and gems, with immediate effect; each name with its share of the characters left. */
export function UsesSheet({ rows, hour, chosen, shown, onChange, onClose }: SheetProps) {
  const { data, isError, refetch } = useQuery(readUses(eventInput(useEventKey()), hour))
  const [kind, setKind] = useState<UseKind>('uniques')
  const [text, setText] = useState('')
  return (
    <Sheet
      title={t('ladder.uses')}
      onClose={onClose}
      footer={
        <>
          <span className="small quieter" role="status">
            {shown}
          </span>
          <Button disabled={countChosen(chosen) === 0} onClick={() => onChange({ uniques: [], gems: [] })}>
            {t('ladder.usesClear')}
          </Button>
        </>
      }
    >
      <div className="uses">
        <p className="small quieter">{t('ladder.usesNote')}</p>
        <Segments
          label={t('ladder.usesKind')}
          value={kind}
          choices={useKinds.map((value) => ({ value, label: t(`ladder.${value}`) }))}
          onChange={setKind}
        />
        <SearchInput label={t(`ladder.${kind}Search`)} value={text} onChange={setText} />
        {isError ? (
          <ErrorNote
            title={t('ladder.usesFailed')}
            text={t('ladder.usesFailedText')}
            retryLabel={t('retry')}
            onRetry={() => void refetch()}
          />
        ) : data ? (
          <Options
            rows={rows}
            uses={data}
            chosen={chosen}
            kind={kind}
            text={text}
            onToggle={(name) => onChange(toggleUse(chosen, kind, name))}
          />
        ) : (
          <SkeletonRows rows={10} height={40} label={t('loading')} />
        )}
      </div>
    </Sheet>
  )
}

interface OptionsProps extends Pick<SheetProps, 'rows' | 'chosen'> {
  uses: Parameters<typeof indexUses>[0]
  kind: UseKind
  text: string
  onToggle: (name: string) => void
}

function Options({ rows, uses, chosen, kind, text, onToggle }: OptionsProps) {
  const index = useMemo(() => indexUses(uses), [uses])
  const options = useMemo(() => listOptions(rows, chosen, index, kind), [rows, chosen, index, kind])
  const wanted = useDeferredValue(text).trim().toLowerCase()
  const found = options.filter(({ name, is_chosen }) => is_chosen || name.toLowerCase().includes(wanted))
  if (found.length === 0) return <p className="quieter">{t(wanted === '' ? 'ladder.usesNone' : 'ladder.usesNotFound')}</p>
  return (
    <>
      <ul className="uses-list">
        {found.slice(0, maxListed).map((option) => (
          <li key={option.name}>
            <Option option={option} onToggle={() => onToggle(option.name)} />
          </li>
        ))}
      </ul>
      {found.length > maxListed && <p className="small quieter">{t('ladder.usesMore', { count: found.length - maxListed })}</p>}
    </>
  )
}

function Option({ option: { name, is_chosen, count, share }, onToggle }: { option: UseOption; onToggle: () => void }) {
  const percent = t('ladder.usesShare', { percent: share > 0 && share < 0.005 ? '<1' : Math.round(share * 100) })
  return (
    <label className="uses-option" style={{ '--share': share } as React.CSSProperties}>
      <input type="checkbox" checked={is_chosen} onChange={onToggle} />
      <bdi className="game">{name}</bdi>
      <span className="num uses-count" title={t('ladder.usesCount', { count, shown: formatCount(count) })}>
        {percent}
      </span>
    </label>
  )
}
