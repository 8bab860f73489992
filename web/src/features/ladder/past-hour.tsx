import './past-hour.css'
import '../../messages/ladder.ts'
import { useEffect, useState } from 'react'
import { t } from '../../lib/text/messages.ts'
import { formatFull } from '../../lib/time/time.ts'
import { Button, IconButton } from '../../ui/forms/button.tsx'

const hour_ms = 3_600_000
/** Dragging the slider loads nothing until it rests. */
const rest_ms = 250

interface PastProps {
  /** Shown hour after the start. */
  hour: number
  /** The newest hour that has passed. */
  last: number
  /** Start of the event in milliseconds. */
  start: number
  onChange: (hour: number | undefined) => void
}

/** The choice of an hour of the event: by steps, by slider or by keyboard. */
export function PastHour({ hour, last, start, onChange }: PastProps) {
  const [held, setHeld] = useState<number | null>(null)
  const shown = Math.min(held ?? hour, last)
  useEffect(() => {
    if (held === null) return undefined
    const timer = setTimeout(() => {
      setHeld(null)
      if (held !== hour) onChange(held)
    }, rest_ms)
    return () => clearTimeout(timer)
  }, [held, hour, onChange])
  const text = t('ladder.pastAt', { hour: shown, time: formatFull(start + shown * hour_ms) })
  return (
    <section className="past-hour" aria-label={t('ladder.past')}>
      <IconButton label={t('ladder.pastBefore')} icon="left" disabled={shown <= 0} onClick={() => setHeld(shown - 1)} />
      <input
        className="past-hour-range"
        type="range"
        min={0}
        max={last}
        value={shown}
        aria-label={t('ladder.pastSlider')}
        aria-valuetext={text}
        onChange={(event) => setHeld(Number(event.target.value))}
      />
      <IconButton label={t('ladder.pastAfter')} icon="right" disabled={shown >= last} onClick={() => setHeld(shown + 1)} />
      <output className="num">{text}</output>
      <Button size="small" onClick={() => onChange(undefined)}>
        {t('ladder.pastNow')}
      </Button>
      <p className="small quieter">{t('ladder.pastNote')}</p>
    </section>
  )
}
