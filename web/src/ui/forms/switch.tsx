import './switch.css'

interface SwitchProps {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  /** It affects the current view. */
  isNow?: boolean
  isBusy?: boolean
}

/** Takes effect at once. `label` is the accessible name; words beside it are only visible. */
export function Switch({ label, isOn, onChange, isNow = false, isBusy = false }: SwitchProps) {
  return (
    <input
      type="checkbox"
      className={isNow ? 'switch switch-now' : 'switch'}
      checked={isOn}
      aria-label={label}
      // Not `disabled` while busy: the focus would be lost.
      aria-busy={isBusy || undefined}
      onChange={(event) => !isBusy && onChange(event.target.checked)}
    />
  )
}
