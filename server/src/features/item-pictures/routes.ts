import { realmOf } from '@muster/contract/game-api'
import { listNamedItems, listTypesInLine, type NamedItem } from '@muster/domain/items/named-items'
import { countsItems } from '@muster/domain/objectives/kinds'
import { readRelease } from '@muster/domain/objectives/release'
import { shownOf } from '../../db/event-columns.ts'
import { Answer, type Handlers } from '../../call.ts'
import { findDefinitionSequence } from '../../db/definition.ts'
import { listObjectives } from '../objectives/store.ts'
import { findPicturesVersion, loadPictures } from './store.ts'

export const itemPictureRoutes = {
  getItemImages: async ({ ctx }) => ({ origin: ctx.config.image_origin }),

  /**
   * The same for everyone, including organisers: an objective that opens later has no picture before it is open. Addresses come
   * from public items, so none of them reveals hidden items of a team.
   */
  getObjectivePictures: {
    fresh_ms: 10_000,
    readVersion: async ({ db, event }) => {
      const [sequence, pictures] = await Promise.all([
        findDefinitionSequence(db, event.id),
        findPicturesVersion(db, realmOf(event.game_version)),
      ])
      return sequence === 0 ? null : `${sequence} ${event.version} ${pictures}`
    },
    read: async ({ ctx, db, event }) => {
      const origin = ctx.config.image_origin
      if (origin === null) return []
      const objectives = await listObjectives(db, event.id)
      const items = objectives.map((one) => ({ ...one, valid_from: one.valid_from?.getTime() ?? null }))
      const { ids, next_at } = readRelease(items, shownOf(event), ctx.clock.now())
      const asking = objectives
        .filter((one) => countsItems(one) && ids.has(one.id))
        .map(({ id, conditions }) => ({ objective_id: id, named: listNamedItems(conditions) }))
      const named = asking.flatMap((one) => one.named)
      const pictureOf = await loadPictures(db, realmOf(event.game_version), origin, named)
      const pictures = asking.flatMap((one) => {
        const address = one.named.map(pictureOf).find((found) => found !== undefined)
        return address === undefined ? [] : [{ objective_id: one.objective_id, address }]
      })
      return new Answer(pictures, { changes_at: next_at ?? undefined })
    },
  },

  findItemPictures: async ({ ctx, query: { game_version, uniques = [], types = [] } }) => {
    const origin = ctx.config.image_origin
    if (origin === null) return []
    const asked = [
      ...uniques.map((name) => ({ name, is_unique: true, named: [{ name, is_unique: true }] })),
      ...types.map((name) => ({ name, is_unique: false, named: listTypesInLine(name).map(asType) })),
    ]
    const named = asked.flatMap((one) => one.named)
    const pictureOf = await loadPictures(ctx.db, realmOf(game_version), origin, named)
    return asked.flatMap(({ name, is_unique, named: candidates }) => {
      const address = candidates.map(pictureOf).find((found) => found !== undefined)
      return address === undefined ? [] : [{ name, is_unique, address }]
    })
  },
} satisfies Partial<Handlers>

const asType = (name: string): NamedItem => ({ name, is_unique: false })
