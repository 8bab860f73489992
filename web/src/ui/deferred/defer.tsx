import {
  type ComponentType,
  cloneElement,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  startTransition,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { usePrinting } from '../../lib/browser/printing.ts'
import { createDrawQueue, type Waiting } from './draw-queue.ts'
import { lazyPart } from './lazy-part.ts'

interface IdleProps {
  /** While a page opens: after its head, one part after the other. Navigation between pages never waits. */
  when: 'idle'
  placeholder: ReactNode
  children: ReactNode
}

interface NearProps {
  /** When it comes near the window; it stays from then on. */
  when: 'near'
  /** The fraction of a frame's time that drawing it takes. */
  share?: number
  /** Shown until then; attaches the `ref`, so that no extra element is needed. */
  placeholder: (ref: (element: HTMLElement | null) => void) => ReactNode
  children: ReactNode
}

interface UsedProps<P> {
  /** When it is used: until then only the button exists. Hovering or focusing it fetches the code, and pressing it opens it. */
  when: 'used'
  load: () => Promise<{ default: ComponentType<P> }>
  /** The button that opens it, the same before and after. */
  trigger: ReactElement<HTMLAttributes<HTMLElement>>
  kind: 'menu' | 'dialog'
  opensOnHover?: boolean
  children: (Loaded: ComponentType<P>) => ReactNode
}

/** Draws a part of a page later: when the page is idle, when it comes near the window, or when it is used. */
export function Defer<P>(props: IdleProps | NearProps | UsedProps<P>): ReactNode {
  switch (props.when) {
    case 'idle':
      return <Idle {...props} />
    case 'near':
      return <Near {...props} />
    case 'used':
      return <Used {...props} />
  }
}

let isOpening = false
const opening = createDrawQueue()
const nearby = createDrawQueue()

/**
 * Starts the opening phase of the page, which ends when the visitor touches it: idle parts are drawn one by one, and not before
 * the answers that they need.
 */
export function beginOpening(answers: Promise<unknown>): void {
  isOpening = true
  const stop = () => {
    isOpening = false
  }
  for (const touch of ['pointerdown', 'keydown'] as const) window.addEventListener(touch, stop, { once: true, capture: true })
  opening.hold(answers)
}

/**
 * Queues an element with all parts that wait until they are near.
 * @returns a function that removes it
 */
export const drawInTurn = (part: Waiting): (() => void) => nearby.add(part)

function Idle({ placeholder, children }: IdleProps) {
  const [isDrawn, setDrawn] = useState(!isOpening)
  useLayoutEffect(() => {
    // A transition is drawn in pieces, so the browser stays responsive.
    if (!isDrawn) return opening.add({ share: 1, element: null, draw: () => startTransition(() => setDrawn(true)) })
  }, [isDrawn])
  return isDrawn ? children : placeholder
}

/** About one window above and below the visible one, so that scrolling finds it drawn. */
const margin = '900px 0px'

/** Callbacks for an element that comes near or moves away. */
const watched = new Map<Element, (isNear: boolean) => void>()
let observer: IntersectionObserver | null = null

/** One for the whole page: created with the first watched element. */
function observerOfAll(): IntersectionObserver {
  if (observer) return observer
  observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) watched.get(target)?.(isIntersecting)
    },
    { rootMargin: margin },
  )
  return observer
}

function Near({ share = 1, placeholder, children }: NearProps) {
  const [isDrawn, setDrawn] = useState(false)
  const isPrinting = usePrinting() !== null
  const element = useRef<HTMLElement | null>(null)
  const ref = useCallback((found: HTMLElement | null) => {
    element.current = found
  }, [])
  useLayoutEffect(() => {
    const place = element.current
    if (isDrawn || !place) return
    let leave = () => {}
    watched.set(place, (isNear) => {
      leave()
      if (isNear) leave = drawInTurn({ share, element: place, draw: () => setDrawn(true) })
    })
    observerOfAll().observe(place)
    return () => {
      watched.delete(place)
      observer?.unobserve(place)
      leave()
    }
  }, [isDrawn, share])
  // Paper shows everything.
  if (isPrinting && !isDrawn) setDrawn(true)
  // Passed on to React, which calls it.
  // oxlint-disable-next-line react/refs
  return isDrawn ? children : placeholder(ref)
}

// One lazy component for each loader, so that it is the same one in every render and position.
const known = new Map<unknown, ComponentType<never>>()
function findLazy<P>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  const found = known.get(load) as ComponentType<P> | undefined
  if (found) return found
  const made = lazyPart(load) as unknown as ComponentType<P>
  known.set(load, made as ComponentType<never>)
  return made
}

/** Overlays are a third of all code, and a board can be read without them. */
function Used<P>({ load, trigger, kind, opensOnHover = false, children }: UsedProps<P>) {
  const [isUsed, setUsed] = useState(false)
  const open = () => setUsed(true)
  const warm = () => {
    // A failed fetch shows when the overlay is actually opened.
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
