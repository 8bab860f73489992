import { useId } from 'react'

interface TypeToConfirmProps {
  label: string
  value: string
  onChange: (text: string) => void
}

/** A field to type a name into before an irreversible action. No autofill, no spelling marks. */
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
