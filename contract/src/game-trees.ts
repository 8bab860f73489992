import { z } from 'zod'
import { GameVersion } from './events.ts'

/** Trees drawn by the game: for the character, and for the maps. */
export const treeKinds = ['passive', 'atlas'] as const
export const TreeKind = z.enum(treeKinds).meta({ id: 'TreeKind' })
export type TreeKind = z.output<typeof TreeKind>

/** The game's patch in the format of builds: `3_29`. */
export const TreePatch = z
  .string()
  .regex(/^\d{1,2}_\d{1,3}$/, 'must be a patch such as 3_29')
  .meta({ id: 'TreePatch' })

export const treeNodeKinds = ['normal', 'notable', 'keystone', 'mastery', 'socket', 'start'] as const

export const TreeLayoutNode = z
  .object({
    id: z.int(),
    name: z.string(),
    kind: z.enum(treeNodeKinds),
    /** The stats it grants, one per line. */
    stats: z.array(z.string()),
    /** The ascendancy it belongs to; null for the common tree. */
    ascendancy: z.string().nullable(),
    /** Granted without a point together with the node before it. */
    is_free: z.literal(true).optional(),
    x: z.number(),
    y: z.number(),
  })
  .meta({ id: 'TreeLayoutNode' })
export type TreeLayoutNode = z.output<typeof TreeLayoutNode>

/** Positions and connections of a tree's nodes. */
export const TreeLayout = z
  .object({
    game_version: GameVersion,
    kind: TreeKind,
    /** null: no such tree was imported, and there are no nodes. */
    patch: TreePatch.nullable(),
    nodes: z.array(TreeLayoutNode),
    /** From node, to node, radius of the arc between them: 0 is a straight line, a negative radius curves the other way. */
    edges: z.array(z.tuple([z.int(), z.int(), z.number()])),
  })
  .meta({ id: 'TreeLayout' })
export type TreeLayout = z.output<typeof TreeLayout>
