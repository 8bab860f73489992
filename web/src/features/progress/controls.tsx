import './progress.css'
import '../../messages/progress.ts'
import { useScoreTree } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Segments } from '../../ui/forms/toggles.tsx'
import type { ProgressProps, ProgressSearch } from './progress-search.ts'
import { type Span, writeSpan } from './span.ts'

/** Points or differences, of the whole event or of one category. */
export function ChartControls({ search, onSearch }: ProgressProps) {
  const { categories } = useScoreTree()
  return (
    <>
      <Segments
        label={t('progress.values')}
        value={search.average ? 'average' : 'points'}
        choices={[
          { value: 'points', label: t('progress.points') },
          { value: 'average', label: t('progress.average') },
        ]}
        onChange={(value) => onSearch({ average: value === 'average' || undefined })}
      />
      <Select
        label={t('progress.branch')}
        value={String(search.branch ?? '')}
        choices={[
          { value: '', label: t('progress.wholeEvent') },
          ...categories.map(({ item }) => ({ value: String(item.id), label: item.title })),
        ]}
        onChange={(value) => onSearch({ branch: value === '' ? undefined : Number(value) })}
      />
    </>
  )
}

const lengths = [1, 6, 24] as const

interface SpanControlsProps {
  span: Span
  clock: { readonly start: number; readonly now: number }
  search: ProgressSearch
  onSearch: ProgressProps['onSearch']
}

/** The length of the shown period, and buttons for the periods before and after. */
export function SpanControls({ span, clock, search, onSearch }: SpanControlsProps) {
  const { from, to, at } = span
  const length = to - from
  const move = (direction: -1 | 1) => {
    const end = Math.min(clock.now, Math.max(clock.start + length, to + direction * length))
    onSearch(writeSpan({ from: end - length, to: end }, clock))
  }
  const show = (hours: number) => {
    // A period of hours up to now moves along with the event; others end at the moment.
    if (at >= clock.now) onSearch({ from: undefined, to: undefined, at: undefined, last: hours })
    else onSearch(writeSpan({ from: at - hours * 3600, to: at }, clock))
  }
  const chosen = lengths.find((hours) => Math.abs(length - hours * 3600) < 2)
  const isAll = from <= clock.start && to >= clock.now
  return (
    <div className="span-controls">
      <IconButton label={t('strip.earlier')} icon="left" disabled={from <= clock.start} onClick={() => move(-1)} />
      <IconButton label={t('strip.later')} icon="right" disabled={to >= clock.now} onClick={() => move(1)} />
      <Segments
        label={t('strip.length')}
        value={isAll && search.last === undefined ? 'all' : String(chosen ?? '')}
        choices={[
          ...lengths.map((hours) => ({ value: String(hours), label: t('strip.hours', { count: hours }) })),
          { value: 'all', label: t('strip.all') },
        ]}
        onChange={(value) =>
          value === 'all' ? onSearch({ from: undefined, to: undefined, last: undefined, at: search.at }) : show(Number(value))
        }
      />
      {!span.is_live && (
        <div className="span-now">
          <Button size="small" onClick={() => onSearch({ from: undefined, to: undefined, at: undefined })}>
            {t('strip.now')}
          </Button>
        </div>
      )}
    </div>
  )
}
