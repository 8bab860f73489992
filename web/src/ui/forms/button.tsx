import './controls.css'
import type { ComponentProps, ReactNode } from 'react'
import { Icon, type IconName } from '../marks/icon.tsx'

export interface ButtonLook {
  /** `primary`: one per view. `quiet`: no border until hovered. */
  kind?: 'plain' | 'primary' | 'quiet' | 'good' | 'bad'
  size?: 'small' | 'normal' | 'large'
}

/** The class of a button, or of a link that looks like one. */
export function nameButton({ kind = 'plain', size = 'normal' }: ButtonLook): string {
  return `btn btn-${kind} btn-${size}`
}

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & ButtonLook & { icon?: IconName; isBusy?: boolean }

/** A disabled button has the reason in its `title` or beside it. While busy it cannot be pressed again. */
export function Button({ kind, size, icon, isBusy = false, children, disabled, onClick, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled}
      className={nameButton({ kind, size })}
      // Not `disabled` while busy: the focus would be lost.
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? undefined : onClick}
    >
      {isBusy ? <Icon name="busy" size={14} /> : icon && <Icon name={icon} size={14} />}
      {children}
    </button>
  )
}

/** The buttons of a form, a dialog or a sheet. The last one confirms. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className="button-row">{children}</div>
}

/** A square button with only an icon; `label` is its accessible name. */
export function IconButton({
  label,
  icon,
  ...rest
}: Omit<ComponentProps<'button'>, 'className'> & { label: string; icon: IconName }) {
  return (
    <button type="button" {...rest} className="icon-btn" aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  )
}
