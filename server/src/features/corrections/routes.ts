import type { Handlers } from '../../call.ts'
import { correct, decide, excludeFacts, give, previewTrial, withdraw } from './correct.ts'
import { listCorrections } from './store.ts'

export const correctionRoutes = {
  getCorrections: ({ ctx, event, query }) => listCorrections(ctx.db, event.id, query),
  createCorrection: ({ ctx, event, viewer, body }) => correct(ctx, event, viewer.user_id, body),
  createManualPoints: ({ ctx, event, viewer, body }) => give(ctx, event, viewer.user_id, body),
  decideManualPoints: ({ ctx, event, viewer, params, body }) => decide(ctx, event, viewer.user_id, params.correction_id, body),
  createExclusion: ({ ctx, event, viewer, body }) => excludeFacts(ctx, event, viewer.user_id, body),
  previewCorrection: ({ ctx, event, viewer, body, signal }) => previewTrial(ctx, event, viewer.user_id, body, signal()),
  withdrawCorrection: ({ ctx, event, viewer, params, body }) =>
    withdraw(ctx, event, viewer.user_id, params.correction_id, body.reason),
} satisfies Partial<Handlers>
