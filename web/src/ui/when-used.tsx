import {
  type ComponentType,
  cloneElement,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react'
import { lazyPart } from './lazy-part.ts'

interface WhenUsedProps<P> {
  load: () => Promise<{ default: ComponentType<P> }>
  /** The button that opens it, the same before and after. */
  trigger: ReactElement<HTMLAttributes<HTMLElement>>
  kind: 'menu' | 'dialog'
  /** Opens at hover, too. */
  opensOnHover?: boolean
  children: (Loaded: ComponentType<P>) => ReactNode
}

// One lazy component for each loader, so that it is the same one in every render and in every place.
const known = new Map<unknown, ComponentType<never>>()
function findLazy<P>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  const found = known.get(load) as ComponentType<P> | undefined
  if (found) return found
  const made = lazyPart(load) as unknown as ComponentType<P>
  known.set(load, made as ComponentType<never>)
  return made
}

/**
 * Overlays are a third of all code and nobody needs them to read a board. Until the first use only the button exists;
 * hovering or focusing it fetches the code, pressing it opens.
 */
export function WhenUsed<P>({ load, trigger, kind, opensOnHover = false, children }: WhenUsedProps<P>) {
  const [isUsed, setUsed] = useState(false)
  const open = () => setUsed(true)
  const warm = () => {
    // A failed fetch shows when the overlay is really opened.
    load().catch(() => {})
    if (opensOnHover) open()
  }
  const openByKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      open()
    }
  }
  const waiting = cloneElement(trigger, {
    'aria-haspopup': kind,
    'aria-expanded': false,
    onPointerEnter: warm,
    onFocus: opensOnHover ? undefined : warm,
    onClick: open,
    onKeyDown: kind === 'menu' ? openByKey : undefined,
  })
  return isUsed ? <Suspense fallback={waiting}>{children(findLazy(load))}</Suspense> : waiting
}
