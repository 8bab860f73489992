import './overlays.css'
import type { Menu as BaseMenu } from '@base-ui/react/menu'
import { type HTMLAttributes, type ReactElement, type ReactNode, useContext } from 'react'
import { Defer } from '../deferred/defer.tsx'
import { MenuParts } from './menu-parts.ts'

function useParts(): typeof BaseMenu {
  const parts = useContext(MenuParts)
  if (!parts) throw new Error('MenuItem, MenuChoice and MenuCheck need a Menu around them')
  return parts
}

interface MenuProps {
  trigger: ReactElement<HTMLAttributes<HTMLElement>>
  label: string
  children: ReactNode
}

const loadMenu = () => import('./menu-popup.tsx').then((module) => ({ default: module.MenuPopup }))

/** A list of actions or links under a button. Arrow keys, typing ahead, Escape and focus return are included. */
export function Menu({ trigger, label, children }: MenuProps) {
  return (
    <Defer when="used" load={loadMenu} trigger={trigger} kind="menu">
      {(MenuPopup) => (
        <MenuPopup trigger={trigger} label={label}>
          {children}
        </MenuPopup>
      )}
    </Defer>
  )
}

interface MenuItemProps {
  render?: ReactElement
  onSelect?: () => void
  isDisabled?: boolean
  children: ReactNode
}

/** `render` makes it a link; otherwise `onSelect` is called. */
export function MenuItem({ render, onSelect, isDisabled = false, children }: MenuItemProps) {
  const { Item } = useParts()
  return (
    <Item className="menu-item" render={render} onClick={onSelect} disabled={isDisabled}>
      {children}
    </Item>
  )
}

interface MenuChoiceProps<V extends string> {
  label: string
  value: V
  choices: readonly { readonly value: V; readonly label: string; readonly icon: ReactNode }[]
  onChange: (value: V) => void
}

/** A choice among a few options, inside a menu. */
export function MenuChoice<V extends string>({ label, value, choices, onChange }: MenuChoiceProps<V>) {
  const { RadioGroup, GroupLabel, RadioItem, RadioItemIndicator } = useParts()
  return (
    <RadioGroup value={value} onValueChange={(next: V) => onChange(next)}>
      <GroupLabel className="menu-label">{label}</GroupLabel>
      {choices.map((choice) => (
        <RadioItem key={choice.value} value={choice.value} className="menu-item" closeOnClick>
          {choice.icon}
          {choice.label}
          <RadioItemIndicator className="menu-mark">✓</RadioItemIndicator>
        </RadioItem>
      ))}
    </RadioGroup>
  )
}

/** One of several independent switches; the menu stays open. */
export function MenuCheck({
  isOn,
  onChange,
  children,
}: {
  isOn: boolean
  onChange: (isOn: boolean) => void
  children: ReactNode
}) {
  const { CheckboxItem, CheckboxItemIndicator } = useParts()
  return (
    <CheckboxItem className="menu-item" checked={isOn} onCheckedChange={(next) => onChange(next)}>
      {children}
      <CheckboxItemIndicator className="menu-mark">✓</CheckboxItemIndicator>
    </CheckboxItem>
  )
}

export function MenuLine() {
  const { Separator } = useParts()
  return <Separator className="menu-line" />
}
