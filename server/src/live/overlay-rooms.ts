import type { OverlayKind } from '@muster/contract/broadcast'
import type { EventId } from '@muster/contract/ids'
import { eventChange } from '@muster/contract/scores'
import type { Context } from '../context.ts'
import { findOverlayMark } from '../features/broadcast/delayed-scores.ts'
import { delayOf, loadOverlay } from '../features/broadcast/overlay.ts'
import { findBroadcast, hasKey, upsertLoads } from '../features/broadcast/store.ts'
import { findEvent } from '../features/events/store.ts'
import type { FeedVisit, OverlayVisit } from '../feeds.ts'
import type { Member } from './member.ts'
import { createMessage, type FeedMessage } from './message.ts'
import type { Timer } from './timer.ts'

/** Interval between two looks at the delayed moment. Changes become due as time passes, so no notification announces them. */
const look_ms = 500
/** Interval after which the state is read without a sign of change. */
const reread_ms = 10_000
/** Interval at which the producer's page learns that overlays are shown. */
const note_ms = 10_000
/** Upper bound for different events and delays in this process: each looks twice a second. */
const maxRooms = 60
const closeNormal = 1000
const closeTryAgain = 1013

/** Overlays of one event with one delay: they get the same bytes. */
class OverlayRoom {
  private readonly ctx: Context
  private readonly timer: Timer
  private readonly event_id: EventId
  private readonly delay_seconds: number
  private readonly members = new Map<Member, OverlayVisit>()
  private message: FeedMessage | null = null
  private mark = ''
  private changes_at: number | null = null
  private readAt = Number.NEGATIVE_INFINITY
  private notedAt = Number.NEGATIVE_INFINITY
  private cancelLook: (() => void) | null = null
  private isClosed = false

  constructor(ctx: Context, timer: Timer, event_id: EventId, delay_seconds: number) {
    this.ctx = ctx
    this.timer = timer
    this.event_id = event_id
    this.delay_seconds = delay_seconds
    this.look()
  }

  get isEmpty(): boolean {
    return this.members.size === 0
  }

  join(member: Member, visit: OverlayVisit): void {
    this.members.set(member, visit)
    if (this.message) member.send(this.message)
  }

  leave(member: Member): void {
    this.members.delete(member)
  }

  close(): void {
    this.isClosed = true
    this.cancelLook?.()
  }

  /** Looks now, then again and again, one look after the other. */
  private look(): void {
    this.send().then(
      () => this.lookLater(),
      (error: unknown) => {
        this.ctx.log.warn(
          { err: error, event_id: this.event_id },
          'could not read the state of overlays; next try in half a second',
        )
        this.lookLater()
      },
    )
  }

  private lookLater(): void {
    if (!this.isClosed) this.cancelLook = this.timer.after(look_ms, () => this.look())
  }

  /** Sends the state to all members if it differs from the one they have. */
  private async send(): Promise<void> {
    const { ctx, event_id } = this
    const broadcast = await findBroadcast(ctx.db, event_id)
    for (const [member, { key }] of this.members) if (!hasKey(broadcast, key)) member.close(closeNormal, eventChange)
    if (!broadcast) return
    const now = ctx.clock.now()
    const delay_seconds = delayOf(broadcast, this.delay_seconds)
    await this.noteLoads(delay_seconds, now)
    const mark = `${delay_seconds} ${await findOverlayMark(ctx.db, event_id, new Date(now - delay_seconds * 1000))}`
    const isDue = this.changes_at !== null && now >= this.changes_at
    if (mark === this.mark && !isDue && this.timer.now() - this.readAt < reread_ms) return
    const event = await findEvent(ctx.db, event_id)
    // The hub closes the feeds of a deleted event.
    if (!event) return
    const { state, changes_at } = await loadOverlay(ctx, event, delay_seconds, broadcast)
    ;[this.mark, this.changes_at, this.readAt] = [mark, changes_at, this.timer.now()]
    const next = createMessage(state, null)
    if (this.message?.text === next.text || this.isClosed) return
    this.message = next
    for (const member of this.members.keys()) member.send(next)
  }

  private async noteLoads(delay_seconds: number, now: number): Promise<void> {
    if (this.timer.now() - this.notedAt < note_ms) return
    const kinds = new Set([...this.members.values()].flatMap(({ kind }): OverlayKind[] => (kind === null ? [] : [kind])))
    if (kinds.size === 0) return
    this.notedAt = this.timer.now()
    const loads = [...kinds].map((kind) => ({ kind, delay_seconds }))
    await upsertLoads(this.ctx.db, this.event_id, loads, new Date(now))
  }
}

/** The streams of overlays: one reader for all overlays of an event with the same delay. */
export class OverlayRooms {
  private readonly ctx: Context
  private readonly timer: Timer
  private readonly rooms = new Map<string, OverlayRoom>()
  private readonly places = new Map<Member, string>()

  constructor(ctx: Context, timer: Timer) {
    this.ctx = ctx
    this.timer = timer
  }

  join(member: Member, { event_id, feed }: FeedVisit): void {
    if (typeof feed === 'string') throw new Error('this visit is not for an overlay')
    const place = `${event_id} ${feed.delay_seconds}`
    let room = this.rooms.get(place)
    if (!room) {
      if (this.rooms.size >= maxRooms) return member.close(closeTryAgain, 'too many different delays')
      room = new OverlayRoom(this.ctx, this.timer, event_id, feed.delay_seconds)
      this.rooms.set(place, room)
    }
    this.places.set(member, place)
    room.join(member, feed)
  }

  leave(member: Member): void {
    const place = this.places.get(member)
    const room = place === undefined ? undefined : this.rooms.get(place)
    if (place === undefined || !room) return
    this.places.delete(member)
    room.leave(member)
    if (!room.isEmpty) return
    room.close()
    this.rooms.delete(place)
  }

  close(): void {
    for (const room of this.rooms.values()) room.close()
  }
}
