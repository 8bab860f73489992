import type { OverlayState } from '@muster/contract/broadcast'
import type { Settings } from '../settings.ts'

/** A picture on the page. It is drawn from the whole state each time, and changes only the elements that differ. */
export interface Overlay {
  readonly root: HTMLElement
  draw(state: OverlayState, settings: Settings, now_ms: number): void
  /** Called every second by the page, with the delayed moment on the event clock. */
  tick?(state: OverlayState, settings: Settings, moment_ms: number): void
}
