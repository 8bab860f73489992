import './overlays.css'
import { Menu as BaseMenu } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'

/** A list of actions or places under a button. Arrow keys, typing ahead, Escape and focus return come with it. */
export function Menu({ trigger, label, children }: { trigger: ReactElement; label: string; children: ReactNode }) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner className="positioner" sideOffset={8} align="end" collisionPadding={8}>
          <BaseMenu.Popup className="popup" aria-label={label}>
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

/** `render` makes it a link; otherwise `onSelect` is called. */
export function MenuItem({ render, onSelect, children }: { render?: ReactElement; onSelect?: () => void; children: ReactNode }) {
  return (
    <BaseMenu.Item className="menu-item" render={render} onClick={onSelect}>
      {children}
    </BaseMenu.Item>
  )
}

interface MenuChoiceProps<V extends string> {
  label: string
  value: V
  choices: readonly { readonly value: V; readonly label: string; readonly icon: ReactNode }[]
  onChange: (value: V) => void
}

/** One of a few, inside a menu. */
export function MenuChoice<V extends string>({ label, value, choices, onChange }: MenuChoiceProps<V>) {
  return (
    <BaseMenu.RadioGroup value={value} onValueChange={(next: V) => onChange(next)}>
      <BaseMenu.GroupLabel className="menu-label">{label}</BaseMenu.GroupLabel>
      {choices.map((choice) => (
        <BaseMenu.RadioItem key={choice.value} value={choice.value} className="menu-item" closeOnClick>
          {choice.icon}
          {choice.label}
          <BaseMenu.RadioItemIndicator render={<small />}>✓</BaseMenu.RadioItemIndicator>
        </BaseMenu.RadioItem>
      ))}
    </BaseMenu.RadioGroup>
  )
}

export function MenuLine() {
  return <BaseMenu.Separator className="menu-line" />
}
