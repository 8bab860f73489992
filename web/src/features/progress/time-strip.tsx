import './time-strip.css'
import '../../messages/progress.ts'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { t } from '../../lib/text/messages.ts'
import { shortest } from './span.ts'

interface StripProps {
  /** Gains of all teams, one for each slice of the whole. */
  gains: readonly number[]
  /** Bounds of the choice, unix seconds. */
  start: number
  end: number
  from: number
  to: number
  at: number
  /** The length of a slice in words. */
  sliceLength: string
  formatTime: (at: number) => string
  onSpan: (from: number, to: number) => void
  onPick: (at: number) => void
}

type Grip = 'from' | 'to' | 'at' | 'body' | 'new'

/** Shorter drags are clicks with an unsteady hand, in pixels. */
const shortestDrag = 6

/**
 * The whole event as bars, with the shown period and the selected moment. Both ends and the moment are sliders for the keyboard;
 * a pointer drags them, drags the period, or draws a new one.
 */
export function TimeStrip(props: StripProps) {
  const { gains, start, end, from, to, at, sliceLength, formatTime, onSpan, onPick } = props
  const frame = useRef<HTMLDivElement>(null)
  const drag = useRef<{ grip: Grip; x: number; from: number; to: number; hasMoved: boolean } | null>(null)
  // During a drag only the strip follows; the page does on release.
  const [draft, setDraft] = useState<{ from: number; to: number; at: number } | null>(null)
  const shown = draft ?? { from, to, at }
  const whole = Math.max(1, end - start)
  const share = (moment: number) => `${(100 * Math.min(whole, Math.max(0, moment - start))) / whole}%`

  const readMoment = (x: number) => {
    const box = frame.current?.getBoundingClientRect()
    return box ? start + (whole * (x - box.left)) / Math.max(1, box.width) : start
  }
  const keepInside = (low: number, high: number) => ({
    from: Math.max(start, Math.min(low, high - shortest)),
    to: Math.min(end, Math.max(high, low + shortest)),
  })
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    const grip = (event.target instanceof HTMLElement && event.target.dataset['grip']) || 'new'
    drag.current = { grip: grip as Grip, x: event.clientX, from, to, hasMoved: false }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent<HTMLDivElement>) => {
    const held = drag.current
    if (!held || (!held.hasMoved && Math.abs(event.clientX - held.x) < shortestDrag)) return
    held.hasMoved = true
    const [first, moment] = [readMoment(held.x), readMoment(event.clientX)]
    if (held.grip === 'at') setDraft({ from, to, at: Math.min(to, Math.max(from, moment)) })
    else if (held.grip === 'body') {
      const shift = Math.min(end - held.to, Math.max(start - held.from, moment - first))
      setDraft({ from: held.from + shift, to: held.to + shift, at: Math.min(held.to + shift, Math.max(held.from + shift, at)) })
    } else {
      const edges = held.grip === 'from' ? [moment, held.to] : held.grip === 'to' ? [held.from, moment] : [first, moment]
      const [low = start, high = end] = edges.toSorted((a, b) => a - b)
      setDraft({ ...keepInside(low, high), at })
    }
  }
  const finish = (event: PointerEvent<HTMLDivElement>) => {
    const held = drag.current
    drag.current = null
    setDraft(null)
    if (!held) return
    if (!held.hasMoved) onPick(Math.min(end, Math.max(start, readMoment(event.clientX))))
    else if (held.grip === 'at') onPick(shown.at)
    else onSpan(shown.from, shown.to)
  }
  const step = whole / Math.max(1, gains.length)
  const byKey = (event: KeyboardEvent, value: number, low: number, high: number, change: (next: number) => void) => {
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -6, PageUp: 6 }
    const next = event.key === 'Home' ? low : event.key === 'End' ? high : value + step * (steps[event.key] ?? 0)
    if (next === value) return
    event.preventDefault()
    change(Math.min(high, Math.max(low, next)))
  }
  const sliders = [
    {
      grip: 'from',
      label: t('strip.from'),
      value: shown.from,
      low: start,
      high: to - shortest,
      change: (next: number) => onSpan(next, to),
    },
    {
      grip: 'to',
      label: t('strip.to'),
      value: shown.to,
      low: from + shortest,
      high: end,
      change: (next: number) => onSpan(from, next),
    },
    { grip: 'at', label: t('strip.at'), value: shown.at, low: from, high: to, change: onPick },
  ] as const
  return (
    <div className="strip">
      <div
        className="strip-frame"
        ref={frame}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={finish}
        onPointerCancel={() => {
          drag.current = null
          setDraft(null)
        }}
      >
        <Bars gains={gains} />
        <div
          className="strip-part"
          data-grip="body"
          style={{ left: share(shown.from), right: `calc(100% - ${share(shown.to)})` }}
        />
        {sliders.map(({ grip, label, value, low, high, change }) => (
          <div
            key={grip}
            className={`strip-${grip}`}
            data-grip={grip}
            style={{ left: share(value) }}
            role="slider"
            tabIndex={0}
            aria-label={label}
            aria-valuemin={Math.round(low)}
            aria-valuemax={Math.round(high)}
            aria-valuenow={Math.round(value)}
            aria-valuetext={formatTime(value)}
            onKeyDown={(event) => byKey(event, value, low, high, change)}
          />
        ))}
      </div>
      <p className="strip-foot">
        <span className="quieter">
          {t('strip.gains', { length: sliceLength })}. <span className="only-wide prompt">{t('strip.help')}</span>
        </span>
        <span className="ember strong num">{formatTime(shown.at)}</span>
      </p>
    </div>
  )
}

function Bars({ gains }: { gains: readonly number[] }) {
  const most = Math.max(1, ...gains)
  const path = gains.map((gain, index) => `M${index + 0.1} 20V${20 - (19 * gain) / most}h0.8V20z`).join('')
  return (
    <svg className="strip-bars" viewBox={`0 0 ${Math.max(1, gains.length)} 20`} preserveAspectRatio="none" aria-hidden="true">
      <path d={path} fill="currentColor" />
    </svg>
  )
}
