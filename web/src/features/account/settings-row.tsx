import './settings.css'
import type { ReactNode } from 'react'

/** One setting: its title and its control. */
export function SettingsRow({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="setting">
      <h3>{title}</h3>
      <div className="setting-body">{children}</div>
    </div>
  )
}
