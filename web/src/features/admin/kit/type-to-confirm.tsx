import { useId } from 'react'

interface TypeToConfirmProps {
  label: string
  value: string
  onChange: (text: string) => void
}

/** Where something has to be typed before what cannot be undone is done. Nothing fills it in, and nothing marks it as a mistake. */
export function TypeToConfirm({ label, value, onChange }: TypeToConfirmProps) {
  const id = useId()
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
