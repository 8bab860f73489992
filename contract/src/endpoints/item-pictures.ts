import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ItemImages, NamedPicture, ObjectivePicture, PictureSearch } from '../item-images.ts'
import { byEvent } from './params.ts'

export const itemPicturesEndpoints = {
  getItemImages: endpoint({
    method: 'GET',
    path: '/item-images',
    tag: 'server',
    access: 'public',
    event: 'none',
    status: 200,
    reply: ItemImages,
    summary: 'The origin from which pages may load item pictures; addresses on other hosts are not loaded',
  }),
  getObjectivePictures: endpoint({
    method: 'GET',
    path: '/events/{event_id}/item-pictures',
    tag: 'objectives',
    access: 'public',
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: z.array(ObjectivePicture),
    summary: 'Pictures of the items that objectives ask for; none for unreleased objectives',
  }),
  findItemPictures: endpoint({
    method: 'GET',
    path: '/item-pictures',
    tag: 'server',
    access: 'public',
    event: 'none',
    status: 200,
    query: PictureSearch,
    required_query: ['game_version'],
    reply: z.array(NamedPicture),
    summary: 'Pictures of items by their names, one name per line; names without a known picture are left out',
  }),
} as const
