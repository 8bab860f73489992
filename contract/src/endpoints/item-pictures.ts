import { z } from 'zod'
import { callsOf } from './calls-of.ts'
import { ItemImages, NamedPicture, ObjectivePicture, PictureSearch } from '../item-images.ts'

const { GET } = callsOf('server')

export const itemPicturesEndpoints = {
  getItemImages: GET('/item-images', {
    keys: 'public',
    access: 'public',
    reply: ItemImages,
    summary: 'The origin from which pages may load item pictures; addresses on other hosts are not loaded',
  }),
  getObjectivePictures: GET('/events/{event_id}/item-pictures', {
    tag: 'objectives',
    keys: 'public',
    access: 'public',
    reply: z.array(ObjectivePicture),
    summary: 'Pictures of the items that objectives ask for; none for unreleased objectives',
  }),
  findItemPictures: GET('/item-pictures', {
    keys: 'public',
    access: 'public',
    query: PictureSearch,
    required_query: ['game_version'],
    reply: z.array(NamedPicture),
    summary: 'Pictures of items by their names, one name per line; names without a known picture are left out',
  }),
} as const
