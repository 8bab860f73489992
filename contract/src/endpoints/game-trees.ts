import { z } from 'zod'
import { callsOf } from './calls-of.ts'
import { TreeLayout, TreePatch } from '../game-trees.ts'

const { GET } = callsOf('server')

export const gameTreesEndpoints = {
  getTree: GET('/game-trees/{game_version}/{kind}', {
    keys: 'public',
    access: 'public',
    query: z.object({ patch: TreePatch.optional() }),
    reply: TreeLayout,
    summary: 'The imported game tree of this patch, otherwise of the newest one; empty if none was imported',
  }),
} as const
