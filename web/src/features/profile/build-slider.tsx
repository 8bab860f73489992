import '../../messages/profile.ts'
import type { PoB } from '@muster/contract/characters'
import { t } from '../../lib/text/messages.ts'
import { formatEventTime } from '../../lib/time/time.ts'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import { Select } from '../../ui/forms/select.tsx'

interface SliderProps {
  builds: readonly PoB[]
  /** Index of the shown build. */
  place: number
  /** Id of the compared build; null for none. */
  with_id: number | null
  /** Milliseconds. */
  start: number
  onPick: (id: number | undefined) => void
  onCompare: (id: number | undefined) => void
  earlier: { has: boolean; isLoading: boolean; load: () => void }
}

export const formatBuildTime = ({ timestamp }: Pick<PoB, 'timestamp'>, start: number) =>
  formatEventTime(Date.parse(timestamp), start)

/** The choice of the shown build by its time; the newest by default, another one is in the address. */
export function BuildSlider({ builds, place, with_id, start, onPick, onCompare, earlier }: SliderProps) {
  const last = builds.length - 1
  const pick = (next: number) => onPick(next >= last ? undefined : builds[Math.max(0, next)]?.id)
  const shown = builds[place]
  const text = shown ? t('builds.place', { at: formatBuildTime(shown, start), place: place + 1, all: builds.length }) : ''
  const previous = builds[place - 1]
  const first = builds[0]
  const others = builds.filter(({ id }) => id !== shown?.id)
  return (
    <div className="builds">
      {earlier.has && (
        <Button size="small" isBusy={earlier.isLoading} onClick={earlier.load}>
          {t('builds.earlier')}
        </Button>
      )}
      <IconButton label={t('builds.before')} icon="left" disabled={place <= 0} onClick={() => pick(place - 1)} />
      <input
        className="range"
        type="range"
        min={0}
        max={Math.max(0, last)}
        value={place}
        disabled={last < 1}
        aria-label={t('builds.slider')}
        aria-valuetext={text}
        onChange={(event) => pick(Number(event.target.value))}
      />
      <IconButton label={t('builds.after')} icon="right" disabled={place >= last} onClick={() => pick(place + 1)} />
      <output className="num builds-text">{text}</output>
      <Button size="small" disabled={place >= last} onClick={() => onPick(undefined)}>
        {t('builds.newest')}
      </Button>
      <Select
        label={t('builds.compare')}
        value={with_id === null ? '' : String(with_id)}
        choices={[
          { value: '', label: t('builds.compareNone') },
          ...(previous
            ? [{ value: String(previous.id), label: `${t('builds.comparePrevious')} (${formatBuildTime(previous, start)})` }]
            : []),
          ...(first && first.id !== shown?.id && first.id !== previous?.id
            ? [{ value: String(first.id), label: `${t('builds.compareFirst')} (${formatBuildTime(first, start)})` }]
            : []),
          ...others
            .filter(({ id }) => id !== previous?.id && id !== first?.id)
            .map((build) => ({ value: String(build.id), label: formatBuildTime(build, start) })),
        ]}
        onChange={(value) => onCompare(value === '' ? undefined : Number(value))}
      />
    </div>
  )
}
