import type { PushSubscriptionWrite } from '@muster/contract/personal-notices'

const worker = '/notices-worker.js'

/**
 * Whether this browser can show pushed notices. `home_screen`: iPhones and iPads push only to pages opened from the home screen
 * (WebKit's post "Web Push for Web Apps on iOS and iPadOS", iOS 16.4), and have no PushManager elsewhere. `insecure`: browsers
 * have service workers only over https and on the machine itself. `blocked`: the person refused notifications from this site.
 * `old_system`: opened from the home screen of an iPhone or iPad that is too old.
 */
export type PushAbility = 'able' | 'blocked' | 'home_screen' | 'old_system' | 'insecure' | 'unable'

/** iPads name themselves Macs, but have a touch screen (Safari on iPadOS 13 and later). */
const isApplePhone = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

/** Opened from the home screen. Media Queries 5: `display-mode`. */
const isOnHomeScreen = () => matchMedia('(display-mode: standalone)').matches

export function readAbility(): PushAbility {
  if (!window.isSecureContext) return 'insecure'
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isAble && isApplePhone()) return isOnHomeScreen() ? 'old_system' : 'home_screen'
  if (!isAble) return 'unable'
  return Notification.permission === 'denied' ? 'blocked' : 'able'
}

const findSubscription = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker?.getRegistration('/'))?.pushManager?.getSubscription()) ?? null

const toHex = (bytes: ArrayBuffer) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The hash under which the server lists this browser; null: it has no subscription. */
export async function findOwnHash(): Promise<string | null> {
  const endpoint = (await findSubscription())?.endpoint
  return endpoint === undefined ? null : toHex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)))
}

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

export type Subscribing =
  | { readonly ok: true; readonly subscription: PushSubscriptionWrite }
  | { readonly ok: false; readonly why: 'blocked' | 'dismissed' | 'failed' }

/** Asks for permission and subscribes this browser; called when a button is pressed, as browsers demand. */
export async function subscribe(push_key: string): Promise<Subscribing> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return { ok: false, why: permission === 'denied' ? 'blocked' : 'dismissed' }
  try {
    await navigator.serviceWorker.register(worker, { scope: '/' })
    const { pushManager } = await navigator.serviceWorker.ready
    // A subscription for an earlier key of the server can no longer be used.
    await (await pushManager.getSubscription())?.unsubscribe()
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: toBytes(push_key) })
    const { endpoint, keys } = made.toJSON()
    if (!endpoint || !keys?.['p256dh'] || !keys['auth']) return { ok: false, why: 'failed' }
    return { ok: true, subscription: { endpoint, p256dh: keys['p256dh'], auth: keys['auth'] } }
  } catch {
    // The push service of the browser cannot be reached, or is switched off.
    return { ok: false, why: 'failed' }
  }
}
