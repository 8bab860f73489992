import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { GameVersion } from '../events.ts'
import { TreeKind, TreeLayout, TreePatch } from '../game-trees.ts'

export const gameTreesEndpoints = {
  getTree: endpoint({
    method: 'GET',
    path: '/game-trees/{game_version}/{kind}',
    tag: 'server',
    access: 'public',
    event: 'none',
    status: 200,
    params: z.object({ game_version: GameVersion, kind: TreeKind }),
    query: z.object({ patch: TreePatch.optional() }),
    reply: TreeLayout,
    summary: 'The imported game tree of this patch, otherwise of the newest one; empty if none was imported',
  }),
} as const
