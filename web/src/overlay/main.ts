import '../styles/tokens.css'
import './overlay.css'
import './kinds/kinds.css'
import './kinds/cards.css'
import type { OverlayState } from '@muster/contract/broadcast'
import { readNow, startClock } from './clock.ts'
import { make } from './elements.ts'
import { followState } from './follow.ts'
import { createAlert } from './kinds/alert.ts'
import { createCountdown } from './kinds/countdown.ts'
import { createEmbed } from './kinds/embed.ts'
import { createHeadToHead } from './kinds/h2h.ts'
import { createObjective } from './kinds/objective.ts'
import type { Overlay } from './kinds/overlay.ts'
import { createPlayer } from './kinds/player.ts'
import { createStrip } from './kinds/strip.ts'
import { createTicker } from './kinds/ticker.ts'
import { readSettings, type Settings, type Shown } from './settings.ts'

const kinds: Readonly<Record<Shown, () => Overlay>> = {
  strip: createStrip,
  ticker: createTicker,
  h2h: createHeadToHead,
  alert: createAlert,
  countdown: createCountdown,
  objective: createObjective,
  player: createPlayer,
  embed: createEmbed,
}

const overlayPoll_ms = 1500
const embedPoll_ms = 15_000
/** The strip shows points just scored for eight seconds, and has to remove them without a new state. */
const tick_ms = 1000

function findCalls({ shown, event, key, delay_seconds, is_preview }: Settings) {
  if (shown === 'embed') return { read: `/events/${event}/embed`, stream: null, poll_ms: embedPoll_ms }
  const query = new URLSearchParams({ key, delay: String(delay_seconds), ...(!is_preview && { overlay: shown }) })
  const [read, stream] = ['overlay', 'overlay/stream'].map((path) => `/events/${event}/${path}?${query}`)
  return { read: read ?? '', stream: stream ?? null, poll_ms: overlayPoll_ms }
}

/** For the person who has just pasted an address. On a running stream, an empty picture is better than a sentence. */
const ended = (shown: Shown) =>
  make(
    'p',
    'ov ov-note',
    shown === 'embed'
      ? 'Could not find these standings.'
      : 'This address is no longer valid. Copy the new one from the broadcast page of the event.',
  )

function show(settings: Settings): void {
  const overlay = kinds[settings.shown]()
  const { body, documentElement } = document
  documentElement.dataset['shown'] = settings.shown
  body.style.setProperty('--plate-opacity', `${settings.plate_percent}%`)
  body.style.setProperty('zoom', `${settings.scale_percent}%`)
  body.classList.toggle('still', !settings.moves)
  let state: OverlayState | null = null
  let wasShown = false

  function draw(): void {
    if (state === null) return
    overlay.draw(state, settings, performance.now())
    overlay.tick?.(state, settings, readNow() - state.delay_seconds * 1000)
  }

  function tick(): void {
    if (state !== null && overlay.tick) draw()
    setTimeout(tick, tick_ms)
  }

  // An alert would load its font when it comes in, and show another one until then.
  for (const family of ['Archivo', 'Source Serif 4']) void document.fonts.load(`16px '${family}'`)
  startClock()
  followState({
    ...findCalls(settings),
    onState(next) {
      state = next
      draw()
      if (overlay.root.parentElement !== body) body.replaceChildren(overlay.root)
      wasShown = true
    },
    onEnd() {
      state = null
      body.replaceChildren(...(wasShown ? [] : [ended(settings.shown)]))
    },
  })
  tick()
}

const settings = readSettings(window.location.pathname, new URLSearchParams(window.location.search))
if (settings) show(settings)
else document.body.replaceChildren(make('p', 'ov ov-note', 'There is no overlay with this address.'))
