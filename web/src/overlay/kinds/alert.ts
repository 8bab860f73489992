import type { OverlayState } from '@muster/contract/broadcast'
import {
  addGains,
  advanceAlerts,
  type Alert,
  type AlertQueue,
  findNextTurn,
  openAlerts,
  readAlert,
} from '@muster/domain/broadcast/alert-queue'
import { formatChange } from '../../lib/text/numbers.ts'
import { listShownTeams, make, makeCrest, makeFill, paint, type ShownTeam } from '../elements.ts'
import type { Settings } from '../settings.ts'
import { timeGains } from '../times.ts'
import type { Overlay } from './overlay.ts'

function drawAlert({ main, gains, points }: Alert, team: ShownTeam): HTMLElement {
  const more = gains.length - 1
  const below = more > 0 ? `and ${more} more` : main.category
  const root = make(
    'div',
    'ov ov-alert',
    makeFill(team),
    make(
      'div',
      '',
      make('span', 'who', main.player === null || more > 0 ? team.name : `${team.name}, ${main.player}`),
      make('span', 'game', main.objective),
      make('span', 'wh', below),
    ),
    make('b', '', formatChange(points)),
  )
  root.firstChild?.after(makeCrest(team.look))
  paint(root, team)
  return root
}

/** Points just scored: the plate comes in, is shown for six seconds and leaves. */
export function createAlert(): Overlay {
  const root = make('div', 'ov-alert-stage')
  let queue: AlertQueue | null = null
  let drawn: Alert | null = null
  let since_ms = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function show(state: OverlayState, settings: Settings): void {
    if (!queue) return
    const now_ms = performance.now()
    queue = advanceAlerts(queue, now_ms)
    const shown = readAlert(queue, now_ms)
    const alert = shown?.alert ?? null
    if (alert !== drawn) {
      const team = listShownTeams(state, settings).find(({ id }) => id === alert?.team_id)
      const isSame = queue.shown?.since_ms === since_ms && drawn !== null
      const plate = alert && team ? drawAlert(alert, team) : null
      if (plate && settings.moves && !isSame) plate.classList.add('enter')
      root.replaceChildren(...(plate ? [plate] : []))
      drawn = alert
      since_ms = queue.shown?.since_ms ?? 0
    }
    root.firstElementChild?.classList.toggle('leave', settings.moves && (shown?.is_leaving ?? false))
    clearTimeout(timer)
    const next = findNextTurn(queue, now_ms)
    if (next !== null) timer = setTimeout(() => show(state, settings), Math.max(1, next - now_ms))
  }

  return {
    root,
    draw(state, settings) {
      const shown_ids = new Set<number>(listShownTeams(state, settings).map(({ id }) => id))
      const gains = timeGains(state.gains).filter(({ team_id }) => shown_ids.has(team_id))
      queue = queue === null ? openAlerts(gains) : addGains(queue, gains, performance.now())
      show(state, settings)
    },
  }
}
