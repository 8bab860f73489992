import './marks.css'

interface CountdownProps {
  /** Largest first; shown with at least two digits, except the first. */
  parts: readonly { readonly value: number; readonly unit: string }[]
  /** The whole in words, without seconds: it is read on focus, not announced each second. */
  label: string
  size?: 'small' | 'large'
}

export function Countdown({ parts, label, size = 'large' }: CountdownProps) {
  return (
    <div className={`countdown countdown-${size}`} role="img" aria-label={label}>
      {parts.map(({ value, unit }, index) => (
        <div key={unit} aria-hidden="true">
          <b>{index === 0 ? value : String(value).padStart(2, '0')}</b>
          <span>{unit}</span>
        </div>
      ))}
    </div>
  )
}
