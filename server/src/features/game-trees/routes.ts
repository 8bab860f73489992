import type { Handlers } from '../../call.ts'
import { loadTree } from '../../game-tree-files.ts'

export const gameTreeRoutes = {
  getTree: {
    fresh_ms: 10_000,
    load: ({ ctx, params, query }) => loadTree(ctx.config.data_dir, { ...params, patch: query.patch }),
  },
} satisfies Partial<Handlers>
