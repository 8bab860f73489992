import './controls.css'
import type { ComponentProps } from 'react'
import { Icon } from '../marks/icon.tsx'

interface SearchProps extends Omit<ComponentProps<'input'>, 'className' | 'onChange' | 'type'> {
  label: string
  onChange: (text: string) => void
}

export function SearchInput({ label, onChange, ...rest }: SearchProps) {
  return (
    <div className="search">
      <Icon name="search" size={14} />
      <input
        {...rest}
        className="input"
        type="search"
        aria-label={label}
        placeholder={label}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
