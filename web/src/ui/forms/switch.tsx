import './switch.css'

interface SwitchProps {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  /** It acts on what is seen now. */
  isNow?: boolean
  isBusy?: boolean
}

/** On or off, at once. `label` is its name; words beside it are for those who see them. */
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
