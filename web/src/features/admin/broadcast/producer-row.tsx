import './broadcast.css'
import type { Broadcast } from '@muster/contract/broadcast'
import type { ReactNode } from 'react'
import type { Write } from '../../../api/calls/writes.ts'
import type { Choices } from './use-broadcast.ts'

/** The longest list of a search. */
export const maxFound = 8

export interface PartProps {
  broadcast: Broadcast
  write: Write<Partial<Choices>>
}

export function Row({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <li className="broadcast-row">
      <span>
        <bdi className="strong">{name}</bdi>
        <span className="small quiet">{note}</span>
      </span>
      <span className="broadcast-acts">{children}</span>
    </li>
  )
}
