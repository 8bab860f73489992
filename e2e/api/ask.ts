import type { Answer, Api, Sent } from './api.ts'
import { type Scene, setScene } from './scene.ts'

/** A person of the scene, or a caller without a login. */
export type Who = keyof Scene['people'] | 'nobody'

export interface Stage extends Scene {
  /** Makes a call as `who`; `path` is below `/api`, with `{e}` for the event. */
  ask(who: Who, method: string, path: string, body?: unknown, more?: Sent): Promise<Answer>
}

/** Creates a scene, and a short way to make calls in it. */
export async function openStage(api: Api, event: Parameters<typeof setScene>[1] = {}): Promise<Stage> {
  const scene = await setScene(api, event)
  return {
    ...scene,
    async ask(who, method, path, body, more = {}) {
      const token = who === 'nobody' ? null : await api.tokenOf(scene.people[who])
      const sent = { ...more, ...(body !== undefined && { body }) }
      return api.send(method, path.replaceAll('{e}', String(scene.event_id)), token, sent)
    },
  }
}
